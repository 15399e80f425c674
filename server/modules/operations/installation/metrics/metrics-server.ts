import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { StartupError } from '#server/kernel/errors/startup-error.ts';
import type { Log } from '#server/kernel/log/log.ts';
import type { Metrics } from './metrics.ts';

export interface MetricsServer {
  port: number;
  stop(): Promise<void>;
}

/** Serves `GET /metrics` on a separate address, so that visitors of the portal cannot read the figures. */
export async function startMetricsServer(
  { host, port }: { host: string; port: number },
  metrics: Pick<Metrics, 'contentType' | 'write'>,
  log: Log,
): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    const { method, url = '' } = request;
    request.resume();
    if (method !== 'GET' || url.split('?')[0] !== '/metrics') {
      response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' }).end('GET /metrics\n');
      return;
    }
    metrics.write().then(
      (text) => response.writeHead(200, { 'content-type': metrics.contentType }).end(text),
      (error: unknown) => {
        log.error({ error }, 'The metrics could not be written');
        response.writeHead(500).end();
      },
    );
  });
  server.requestTimeout = 10_000;
  await listen(server, host, port);
  return {
    port: (server.address() as AddressInfo).port,
    stop: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/**
 * Refuses an occupied port before the database is started and filled: otherwise a first start would fail
 * after it printed the one-time password.
 */
export async function ensureMetricsPortIsFree(
  address: { host: string; port: number } | undefined,
): Promise<void> {
  if (address === undefined || address.port === 0) return;
  const probe = createServer();
  await listen(probe, address.host, address.port);
  await new Promise((resolve) => probe.close(resolve));
}

async function listen(server: Server, host: string, port: number): Promise<void> {
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    const code = String((error as NodeJS.ErrnoException).code ?? '');
    throw new StartupError(
      `不能在 ${host}:${port} 上提供监控指标（${code}），请检查 METRICS_HOST 和 METRICS_PORT。`,
      `Metrics cannot be served on ${host}:${port} (${code}): check METRICS_HOST and METRICS_PORT.`,
      { cause: error },
    );
  }
}
