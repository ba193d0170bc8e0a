/* The monotonic clock without the time in which the asking thread wanted to run and another
 * process had its core. Unlike the clock of CPU time it goes on while the thread waits for work
 * that it has given to others. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#define SECOND INT64_C(1000000000)

/* Nanoseconds that this thread has waited for a core: the second number of its schedstat. */
static int64_t waited(void) {
    static __thread int file = -1;
    char text[96];
    if (file < 0) file = open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC);
    ssize_t length = pread(file, text, sizeof text - 1, 0);
    if (length <= 0) return 0;
    text[length] = 0;
    char *second;
    strtoll(text, &second, 10);
    return strtoll(second, NULL, 10);
}

/* Tells whoever has loaded this that it is used: a static executable has a clock of its own. */
static void sign(void) {
    const char *path = getenv("BLSBENCH_CLOCK");
    if (path != NULL) close(open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0600));
}

int clock_gettime(clockid_t clock, struct timespec *now) {
    static int (*real)(clockid_t, struct timespec *);
    if (real == NULL) {
        *(void **)&real = dlsym(RTLD_NEXT, "clock_gettime");
        sign();
    }
    if (clock != CLOCK_MONOTONIC) return real(clock, now);
    int64_t before, after = waited();
    do {
        /* Again, if the thread lost its core between the two readings. */
        before = after;
        if (real(clock, now) != 0) return -1;
        after = waited();
    } while (after != before);
    int64_t time = now->tv_sec * SECOND + now->tv_nsec - after;
    now->tv_sec = time / SECOND;
    now->tv_nsec = time % SECOND;
    return 0;
}
