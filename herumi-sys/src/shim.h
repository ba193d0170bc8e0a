/* What mcl decided at run time, which its C interface does not tell. */
#ifndef HERUMI_SYS_SHIM_H
#define HERUMI_SYS_SHIM_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* All five are meaningful only after mclBn_init has returned. */

/* Field multiplication is the code mcl generated, not the compiled fallback. */
bool herumi_sys_is_generated(void);

/* Field multiplication is what LLVM made of mcl's LLVM IR: when this was built, or on x86-64 when mcl's
   assembly was written. */
bool herumi_sys_uses_llvm(void);

/* The generated Montgomery multiplication contains ADCX or ADOX. */
bool herumi_sys_uses_adx(void);

/* Multi-scalar multiplication in G1 goes to the AVX-512 IFMA code. */
bool herumi_sys_uses_ifma(void);

/* mcl may make memory executable. */
bool herumi_sys_may_generate(void);

#ifdef __cplusplus
}
#endif

#endif
