// Reads mcl's own state instead of repeating its decisions: the environment and the CPU say what mcl
// should have done, these say what it did.

#include "shim.h"

#include <mcl/bls12_381.hpp>

extern "C" void mcl_fp_montNF6L(mcl::Unit *z, const mcl::Unit *x, const mcl::Unit *y, const mcl::Unit *p);

namespace {

// Only the generator makes these two the same: it stores its code in fp_mulA_ and copies that to
// fp_mul. The fallback's fp_mulA_ is a small function that calls fp_mul.
bool isGenerated()
{
	const mcl::fp::Op& op = mcl::Fp::getOp();
	return op.fp_mul != 0 && op.fp_mul == mcl::fp::func_ptr_cast<mcl::fp::void4u>(op.fp_mulA_);
}

// {66|F3} REX.W 0F 38 F6: ADCX or ADOX with 64-bit operands.
bool isAdxAt(const uint8_t *p)
{
	return (p[0] == 0x66 || p[0] == 0xf3) && (p[1] & 0xf8) == 0x48 && p[2] == 0x0f && p[3] == 0x38 && p[4] == 0xf6;
}

} // namespace

bool herumi_sys_is_generated(void)
{
	return isGenerated();
}

bool herumi_sys_uses_llvm(void)
{
	return mcl::Fp::getOp().fp_mul == mcl_fp_montNF6L;
}

bool herumi_sys_uses_adx(void)
{
	if (!isGenerated()) return false;
	// The generator writes the squaring right behind the multiplication.
	const mcl::fp::Op& op = mcl::Fp::getOp();
	const uint8_t *begin = reinterpret_cast<const uint8_t*>(op.fp_mulA_);
	const uint8_t *end = reinterpret_cast<const uint8_t*>(op.fp_sqrA_);
	if (end < begin || end - begin > 4096) return false;
	for (const uint8_t *p = begin; end - p >= 5; p++) {
		if (isAdxAt(p)) return true;
	}
	return false;
}

bool herumi_sys_uses_ifma(void)
{
	return mcl::G1::mulVecOpti != 0;
}

bool herumi_sys_may_generate(void)
{
	return mcl::fp::isEnableJIT();
}
