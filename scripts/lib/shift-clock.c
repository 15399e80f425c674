/*
 * Shifts the clock of every program that is started with this library preloaded by TEST_CLOCK_SHIFT_MS, for `npm test` at another
 * moment (scripts/lib/test-clock.mjs). Only the time of day is shifted; clocks that measure durations are not, and neither
 * are timers, which a database needs to find deadlocks.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <semaphore.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>

static long shift_seconds;
static int (*read_clock)(clockid_t, struct timespec *);
static int (*wait_until)(sem_t *, const struct timespec *);

__attribute__((constructor)) static void read_shift(void) {
  const char *shift = getenv("TEST_CLOCK_SHIFT_MS");
  shift_seconds = shift ? atol(shift) / 1000 : 0;
}

/* The function of the C library reads the clock without a system call, at a fifth of its cost. */
int clock_gettime(clockid_t clock, struct timespec *at) {
  if (!read_clock) read_clock = dlsym(RTLD_NEXT, "clock_gettime");
  int failed = read_clock(clock, at);
  if (failed == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) at->tv_sec += shift_seconds;
  return failed;
}

int gettimeofday(struct timeval *restrict at, void *restrict zone) {
  (void)zone;
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  at->tv_sec = now.tv_sec;
  at->tv_usec = now.tv_nsec / 1000;
  return 0;
}

time_t time(time_t *at) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (at) *at = now.tv_sec;
  return now.tv_sec;
}

/* A wait until a time of day: the kernel knows the true one, and with one that has passed the caller would not wait at all. */
int sem_timedwait(sem_t *restrict semaphore, const struct timespec *restrict until) {
  if (!wait_until) wait_until = dlsym(RTLD_NEXT, "sem_timedwait");
  struct timespec true_time = {until->tv_sec - shift_seconds, until->tv_nsec};
  return wait_until(semaphore, &true_time);
}
