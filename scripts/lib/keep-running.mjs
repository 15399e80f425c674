/** Restarts allowed within `minutes`; restarting a server that crashes more often does not help. */
const maxRestarts = 5;
const minutes = 10;

/**
 * Runs a server, and restarts it if it crashes; returns its last exit code. A server that
 * was never ready has refused to start, and one that ends with 0 was stopped. `run` gets the number
 * of earlier crashes.
 */
export async function keepRunning(run, { now = Date.now, print = console.error } = {}) {
  let crashes = [];
  for (let times = 0; ; times += 1) {
    const { code, signal, isReady, isStopRequested } = await run(times);
    if (isStopRequested || !isReady || code === 0) return code;
    const cause = signal ?? code;
    crashes = [...crashes.filter((at) => at > now() - minutes * 60_000), now()];
    if (crashes.length > maxRestarts) {
      print(
        `\n办件通意外退出（${cause}），${minutes} 分钟内已重新启动 ${maxRestarts} 次，不再启动。请查看上面的日志。\n` +
          `The portal ended unexpectedly (${cause}). It was started again ${maxRestarts} times in ${minutes} minutes and is not started again: see the log above.\n`,
      );
      return code;
    }
    print(
      `\n办件通意外退出（${cause}），正在重新启动（${minutes} 分钟内第 ${crashes.length} 次，最多 ${maxRestarts} 次）。\n` +
        `The portal ended unexpectedly (${cause}) and is started again (${crashes.length} of at most ${maxRestarts} times in ${minutes} minutes).\n`,
    );
  }
}
