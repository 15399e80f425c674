/** Restarts allowed within this many minutes; restarting a server that dies more often does not help. */
const mostTimes = 5;
const minutes = 10;

/**
 * Runs a server, and restarts it if it dies without a stop signal; returns its last exit code. A server that
 * was never ready has refused to start, and one that ends with 0 has stopped in order. `run` gets the number
 * of earlier deaths.
 */
export async function keepRunning(run, { now = Date.now, say = console.error } = {}) {
  let deaths = [];
  for (let times = 0; ; times += 1) {
    const { code, signal, isReady, isTold } = await run(times);
    if (isTold || !isReady || code === 0) return code;
    const how = signal ?? code;
    deaths = [...deaths.filter((at) => at > now() - minutes * 60_000), now()];
    if (deaths.length > mostTimes) {
      say(
        `\n办件通意外退出（${how}），${minutes} 分钟内已重新启动 ${mostTimes} 次，不再启动。请查看上面的日志。\n` +
          `The portal ended unexpectedly (${how}). It was started again ${mostTimes} times in ${minutes} minutes and is left now: see the log above.\n`,
      );
      return code;
    }
    say(
      `\n办件通意外退出（${how}），正在重新启动（${minutes} 分钟内第 ${deaths.length} 次，最多 ${mostTimes} 次）。\n` +
        `The portal ended unexpectedly (${how}) and is started again (${deaths.length} of at most ${mostTimes} times in ${minutes} minutes).\n`,
    );
  }
}
