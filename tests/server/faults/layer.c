/* Between a process and its disk and clock: loaded with LD_PRELOAD, steered by a small mapped file.
 *
 * LAYER_FOLDER   only files below it are touched
 * LAYER_CONTROL  the mapped file: struct control
 * LAYER_JOURNAL  every write, truncation and flush is written there, with its data, so that the disk after a power cut can be made
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

struct control {
    int64_t full;         /* 1: nothing more can be written */
    int64_t flush_micros; /* every flush takes so much longer */
    int64_t clock_nanos;  /* the time of day is so much later */
};
struct line {
    double at; /* monotonic seconds */
    int64_t kind, number, offset, length, name;
};
#define STEP 10000
enum { WRITE = 1, TRUNCATE, FLUSH, FLUSHED, UNLINK };

static const char *folder;
static volatile struct control *control;
static int journal = -1;
static pthread_mutex_t writing = PTHREAD_MUTEX_INITIALIZER;
static int64_t flushes;

__attribute__((constructor)) static void begin(void)
{
    const char *path = getenv("LAYER_CONTROL");
    folder = getenv("LAYER_FOLDER");
    if (path) {
        int file = open(path, O_RDWR | O_CLOEXEC);
        if (file >= 0)
            control = mmap(0, sizeof *control, PROT_READ, MAP_SHARED, file, 0);
    }
    path = getenv("LAYER_JOURNAL");
    if (path)
        journal = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

/* The name below the folder (empty for itself: flushing it makes removals last), or 0: files that only live as long as the process (-shm) are not of interest. */
static const char *named(int file, char *path, size_t size)
{
    char link[40];
    size_t long_ = folder ? strlen(folder) : 0;
    if (!long_)
        return 0;
    strcpy(link, "/proc/self/fd/");
    int digits = 0, rest = file;
    char reversed[12];
    do
        reversed[digits++] = '0' + rest % 10;
    while (rest /= 10);
    for (int i = 0; i < digits; i++)
        link[14 + i] = reversed[digits - 1 - i];
    link[14 + digits] = 0;
    ssize_t n = readlink(link, path, size - 1);
    if (n < (ssize_t)long_ || strncmp(path, folder, long_))
        return 0;
    path[n] = 0;
    if (n == (ssize_t)long_)
        return path + n;
    if (n > 4 && !strcmp(path + n - 4, "-shm"))
        return 0;
    return path[long_] == '/' ? path + long_ + 1 : 0;
}

static void note(int kind, int64_t number, const char *name, int64_t offset, const void *data, int64_t length)
{
    struct timespec now;
    if (journal < 0)
        return;
    pthread_mutex_lock(&writing);
    syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &now);
    struct line line = {now.tv_sec + now.tv_nsec / 1e9, kind, number, offset, length, strlen(name)};
    syscall(SYS_write, journal, &line, sizeof line);
    syscall(SYS_write, journal, name, line.name);
    if (data)
        syscall(SYS_write, journal, data, length);
    pthread_mutex_unlock(&writing);
}

static ssize_t put(int file, const void *data, size_t length, off64_t offset)
{
    char path[4096];
    const char *name = named(file, path, sizeof path);
    if (name) {
        if (control && control->full) {
            errno = ENOSPC;
            return -1;
        }
        note(WRITE, 0, name, offset, data, length);
    }
    return syscall(SYS_pwrite64, file, data, length, offset);
}
ssize_t pwrite(int file, const void *data, size_t length, off_t offset) { return put(file, data, length, offset); }
ssize_t pwrite64(int file, const void *data, size_t length, off64_t offset) { return put(file, data, length, offset); }

static int cut(int file, off64_t length)
{
    char path[4096];
    const char *name = named(file, path, sizeof path);
    if (name)
        note(TRUNCATE, 0, name, length, 0, 0);
    return syscall(SYS_ftruncate, file, length);
}
int ftruncate(int file, off_t length) { return cut(file, length); }
int ftruncate64(int file, off64_t length) { return cut(file, length); }

static int flush(int file, long call)
{
    char path[4096];
    const char *name = named(file, path, sizeof path);
    if (!name)
        return syscall(call, file);
    int64_t number = __sync_add_and_fetch(&flushes, 1);
    note(FLUSH, number, name, 0, 0, 0);
    /* In steps: a disk that is quick again is so at once. */
    for (int64_t waited = 0; control && waited < control->flush_micros; waited += STEP)
        usleep(STEP);
    int done = syscall(call, file);
    if (!done)
        note(FLUSHED, number, name, 0, 0, 0);
    return done;
}
int fsync(int file) { return flush(file, SYS_fsync); }
int fdatasync(int file) { return flush(file, SYS_fdatasync); }

int unlink(const char *path)
{
    size_t long_ = folder ? strlen(folder) : 0;
    if (long_ && !strncmp(path, folder, long_) && path[long_] == '/')
        note(UNLINK, 0, path + long_ + 1, 0, 0, 0);
    return syscall(SYS_unlink, path);
}

int clock_gettime(clockid_t clock, struct timespec *now)
{
    int done = syscall(SYS_clock_gettime, clock, now);
    if (!done && clock == CLOCK_REALTIME && control && control->clock_nanos) {
        int64_t nanos = now->tv_sec * 1000000000LL + now->tv_nsec + control->clock_nanos;
        now->tv_sec = nanos / 1000000000LL;
        now->tv_nsec = nanos % 1000000000LL;
    }
    return done;
}
