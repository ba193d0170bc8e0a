/*
 * A plugin for qemu's user mode: how many instructions a program runs between two of its functions.
 *
 *     qemu-x86_64 -plugin ./icount.so,begin=FUNCTION,end=FUNCTION,monitor=FUNCTION,sleep=FUNCTION,out=FILE PROGRAM
 *
 * Each time that END is entered after BEGIN, the number of instructions that all threads have run since is
 * appended to FILE, on a line of its own. A thread that has once entered MONITOR stays in SLEEP for as long as that
 * lasts. Of each there may be several, for programs in several languages.
 *
 * Distributions do not package qemu's header, so what is used of it is declared here. It is the same in versions 1
 * to 6 of the interface, qemu 7.2 to 10; version 7 is another.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

struct qemu_plugin_tb;
struct qemu_plugin_insn;
typedef void translated(uint64_t plugin, struct qemu_plugin_tb *block);
typedef void executed(unsigned int cpu, void *data);
typedef void calls_system(uint64_t plugin, unsigned int cpu, int64_t number, uint64_t, uint64_t, uint64_t, uint64_t,
                          uint64_t, uint64_t, uint64_t, uint64_t);

void qemu_plugin_register_vcpu_tb_trans_cb(uint64_t plugin, translated *callback);
void qemu_plugin_register_vcpu_tb_exec_cb(struct qemu_plugin_tb *block, executed *callback, int registers,
                                          void *data);
void qemu_plugin_register_vcpu_syscall_cb(uint64_t plugin, calls_system *callback);
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *block);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *block, size_t index);
uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *instruction);
const char *qemu_plugin_insn_symbol(const struct qemu_plugin_insn *instruction);
/* Only where the interface is of version 2 or later. */
extern void *qemu_plugin_scoreboard_new(size_t size) __attribute__((weak));

enum { NO_REGISTERS = 0 };

/* qemu reads it before it installs the plugin, and takes none outside of its own range: 0 to 1 until 8.2, 2 and
   more since. */
int qemu_plugin_version = 1;

__attribute__((constructor)) static void choose_version(void)
{
    if (qemu_plugin_scoreboard_new)
        qemu_plugin_version = 2;
}

struct marker {
    const char *name;
    /* Of its first instruction, once that has been translated. */
    uint64_t address;
    executed *callback;
};

static int counting;
static uint64_t instructions;
static int out = -1;

static void begin(unsigned int cpu, void *data)
{
    (void)cpu, (void)data;
    __atomic_store_n(&instructions, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&counting, 1, __ATOMIC_RELEASE);
}

static void end(unsigned int cpu, void *data)
{
    (void)cpu, (void)data;
    if (!__atomic_exchange_n(&counting, 0, __ATOMIC_ACQ_REL))
        return;
    unsigned long long counted = __atomic_load_n(&instructions, __ATOMIC_RELAXED);
    if (dprintf(out, "%llu\n", counted) < 0)
        /* The line is missed by who reads the file. */
        fprintf(stderr, "icount: %s\n", strerror(errno));
}

/* Other threads run at the same time. */
static void count(unsigned int cpu, void *block_instructions)
{
    (void)cpu;
    if (__atomic_load_n(&counting, __ATOMIC_RELAXED))
        __atomic_fetch_add(&instructions, (uintptr_t)block_instructions, __ATOMIC_RELAXED);
}

/* Each thread of the program is one of qemu's. */
static _Thread_local int is_monitor, about_to_sleep;

static void monitor(unsigned int cpu, void *data)
{
    (void)cpu, (void)data;
    is_monitor = 1;
}

static void sleeps(unsigned int cpu, void *data)
{
    (void)cpu, (void)data;
    about_to_sleep = is_monitor;
}

/* Here and not where SLEEP is entered: who waits inside of a block holds up what qemu does to all threads. */
static void system_call(uint64_t plugin, unsigned int cpu, int64_t number, uint64_t a, uint64_t b, uint64_t c,
                        uint64_t d, uint64_t e, uint64_t f, uint64_t g, uint64_t h)
{
    (void)plugin, (void)cpu, (void)number, (void)a, (void)b, (void)c, (void)d, (void)e, (void)f, (void)g, (void)h;
    if (!about_to_sleep)
        return;
    about_to_sleep = 0;
    const struct timespec millisecond = {.tv_nsec = 1000000};
    while (__atomic_load_n(&counting, __ATOMIC_ACQUIRE))
        nanosleep(&millisecond, NULL);
}

static struct marker markers[8];
static size_t marker_count;

static void translate(uint64_t plugin, struct qemu_plugin_tb *block)
{
    (void)plugin;
    struct qemu_plugin_insn *first = qemu_plugin_tb_get_insn(block, 0);
    const char *symbol = qemu_plugin_insn_symbol(first);
    for (size_t i = 0; symbol && i < marker_count; i++) {
        struct marker *marker = &markers[i];
        if (!strstr(symbol, marker->name))
            continue;
        /* A function's first block is translated before its others. */
        if (!marker->address)
            marker->address = qemu_plugin_insn_vaddr(first);
        if (marker->address == qemu_plugin_insn_vaddr(first))
            qemu_plugin_register_vcpu_tb_exec_cb(block, marker->callback, NO_REGISTERS, NULL);
    }
    qemu_plugin_register_vcpu_tb_exec_cb(block, count, NO_REGISTERS,
                                         (void *)(uintptr_t)qemu_plugin_tb_n_insns(block));
}

/* The value of an argument that has this name, or nothing. */
static const char *value(const char *argument, const char *name)
{
    size_t length = strlen(name);
    return strncmp(argument, name, length) == 0 && argument[length] == '=' ? argument + length + 1 : NULL;
}

static int add_marker(const char *argument)
{
    static const struct {
        const char *name;
        executed *callback;
    } kinds[] = {{"begin", begin}, {"end", end}, {"monitor", monitor}, {"sleep", sleeps}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        const char *function = value(argument, kinds[i].name);
        if (!function || marker_count == sizeof markers / sizeof *markers)
            continue;
        markers[marker_count++] = (struct marker){function, 0, kinds[i].callback};
        return 1;
    }
    return 0;
}

static int refuse(const char *what, const char *why)
{
    fprintf(stderr, "icount: %s: %s\n", what, why);
    return 1;
}

int qemu_plugin_install(uint64_t plugin, const void *info, int argument_count, char **arguments)
{
    (void)info;
    for (int i = 0; i < argument_count; i++) {
        const char *path = value(arguments[i], "out");
        if (path && out < 0) {
            out = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
            if (out < 0)
                return refuse(path, strerror(errno));
        } else if (!add_marker(arguments[i])) {
            return refuse(arguments[i], "unknown, or too many");
        }
    }
    if (out < 0)
        return refuse("out=FILE", "missing");
    qemu_plugin_register_vcpu_tb_trans_cb(plugin, translate);
    qemu_plugin_register_vcpu_syscall_cb(plugin, system_call);
    return 0;
}
