/*
 * Shifts the clock of every program that is started with this library preloaded by TEST_CLOCK_SHIFT_MS, for `npm test` at another
 * moment (scripts/lib/moment.mjs). Only the time of day is shifted: clocks that measure durations are left alone, and so are
 * timers, which a database needs to find deadlocks.
 */
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static long shift_seconds;

__attribute__((constructor)) static void read_shift(void) {
  const char *shift = getenv("TEST_CLOCK_SHIFT_MS");
  shift_seconds = shift ? atol(shift) / 1000 : 0;
}

int clock_gettime(clockid_t clock, struct timespec *at) {
  long failed = syscall(SYS_clock_gettime, clock, at);
  if (failed == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) at->tv_sec += shift_seconds;
  return (int)failed;
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
