import { createServer } from 'node:net';
import type { Config } from '#server/kernel/config/config.ts';
import { reasonOf } from '#server/kernel/errors/startup-error.ts';
import { type DoctorFinding, findingsOf } from './finding.ts';

const answerTimeoutMs = 5_000;

/**
 * Checks that the portal can listen on the addresses in its settings; an occupied port is accepted if this
 * portal answers there.
 */
export async function checkAddresses({ host, port, monitoring }: Config): Promise<DoctorFinding[]> {
  const findings = [await checkAddress('HOST、PORT', host, port, '/healthz')];
  if (monitoring.metrics) {
    const { host: metricsHost, port: metricsPort } = monitoring.metrics;
    findings.push(await checkAddress('METRICS_HOST、METRICS_PORT', metricsHost, metricsPort, '/metrics'));
  }
  return findings;
}

async function checkAddress(
  settings: string,
  host: string,
  port: number,
  path: string,
): Promise<DoctorFinding> {
  const { ok, warning, fault: problem } = findingsOf('address');
  const listenAddress = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  const names = settings.replace('、', ', ');
  const code = await findListenError(host, port);
  if (code === undefined) return ok(`${listenAddress} 可以提供服务`, `${listenAddress} can be served on`);
  if (code !== 'EADDRINUSE')
    return problem(
      `不能在 ${listenAddress} 上提供服务（${code}）：地址不是本机的、名称不能解析，或没有权限使用 1024 以下的端口。请检查 ${settings}。`,
      `Cannot serve on ${listenAddress} (${code}): the address is not of this machine, its name is unknown, or ports below 1024 are not permitted. Check ${names}.`,
    );
  const isOurs = await isReachable(host, port, path);
  return isOurs
    ? ok(`${listenAddress} 上已有门户在运行`, `A portal is being served on ${listenAddress}`)
    : warning(
        `${listenAddress} 已被占用，且不像是门户：门户启动时会被拒绝，请检查 ${settings}。`,
        `${listenAddress} is taken, and not by a portal as it seems: a start would be refused. Check ${names}.`,
      );
}

/**
 * Tries to listen on the address and returns the system's error, or undefined; connections made meanwhile
 * are closed at once.
 */
function findListenError(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const probe = createServer((socket) => socket.destroy());
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => resolve(undefined)));
  });
}

async function isReachable(host: string, port: number, path: string): Promise<boolean> {
  // A server that listens on all addresses is reached through the local one.
  const reachableHost =
    host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  return await fetch(`http://${reachableHost}:${port}${path}`, {
    signal: AbortSignal.timeout(answerTimeoutMs),
  }).then(
    async (response) => {
      const text = await response.text();
      return response.ok && (path === '/healthz' || text.includes('banjian_'));
    },
    () => false,
  );
}

/**
 * Checks that the seal service can be reached. Requests no seal, because the service would record it; wrong
 * ids and secrets appear with the first document.
 */
export async function checkSeal({ documents }: Pick<Config, 'documents'>): Promise<DoctorFinding[]> {
  const { seal } = documents;
  if (seal.kind !== 'http') return [];
  const { ok, warning, fault: problem } = findingsOf('seal-service');
  const address = seal.origin + seal.path;
  const status = await fetch(address, {
    method: 'HEAD',
    redirect: 'manual',
    signal: AbortSignal.timeout(answerTimeoutMs),
  }).then(
    (answer) => answer.status,
    (error: unknown) => reasonOf((error as { cause?: unknown }).cause ?? error),
  );
  if (typeof status === 'string')
    return [
      problem(
        `电子印章服务 ${address} 没有应答（${status}），文书不能盖章：请检查 SEAL_ORIGIN、证书和网络。`,
        `The seal service ${address} does not answer (${status}), so that documents are not sealed: check SEAL_ORIGIN, its certificate and the network.`,
      ),
    ];
  // The service expects POST: any answer to another method shows that it is running.
  return status >= 500 && status !== 501
    ? [
        warning(
          `电子印章服务 ${address} 有应答，但报告自身故障（HTTP ${status}）：请联系其管理方。`,
          `The seal service ${address} answers with a fault of its own (HTTP ${status}): contact its operator.`,
        ),
      ]
    : [
        ok(
          `电子印章服务有应答（密钥是否正确，第一份文书盖章时才知道）`,
          'The seal service answers (whether the secret is right is known with the first document)',
        ),
      ];
}
