import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { findSimilarName } from '#scripts/lib/similar-name.mjs';
import { reasonOf } from '#server/kernel/errors/startup-error.ts';
import type { SettingProblem } from './setting-problem.ts';

/**
 * Parameters allowed after the `?` of an address: the driver silently ignores unknown ones, and then connects
 * without encryption.
 */
const parameters = ['sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'host', 'application_name', 'options'];

/** Values of `sslmode`; in addition, `require` is accepted and means `verify-full`, as in all earlier versions. */
const modes = ['disable', 'no-verify', 'verify-ca', 'verify-full'];

/** Names for `sslmode` in other programs. */
const otherNames = [
  'ssl',
  'tls',
  'ssl_mode',
  'usessl',
  'encrypt',
  'secure',
  'uselibpqcompat',
  'sslnegotiation',
];

type ProblemTexts = Pick<SettingProblem, 'chinese' | 'english'>;

/**
 * Reads the address of a database for the driver, with all its problems (docs/decisions/0196). Only names of
 * parameters and paths are repeated, because the address contains a password.
 */
export function readDatabaseAddress(text: string): { url: string; problems: ProblemTexts[] } {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !['postgres:', 'postgresql:'].includes(url.protocol) || url.pathname.length < 2) {
    const problem = {
      chinese: '必须形如 postgres://用户:密码@主机:端口/数据库',
      english: 'must look like postgres://user:password@host:port/database',
    };
    return { url: text, problems: [problem] };
  }
  const names = [...url.searchParams.keys()];
  const problems = [...new Set(names.filter((name) => !parameters.includes(name)))].map(
    problemOfUnknownParameter,
  );
  for (const name of parameters) {
    const values = url.searchParams.getAll(name);
    if (values.length > 1)
      problems.push({
        chinese: `参数 ${name} 写了 ${values.length} 次`,
        english: `says ${name} more than once`,
      });
    if (values.includes(''))
      problems.push({ chinese: `参数 ${name} 没有值`, english: `gives ${name} no value` });
  }
  const host = url.searchParams.get('host');
  if (host && !host.startsWith('/'))
    problems.push({
      chinese: '参数 host 只用于本机的套接字目录（如 /run/postgresql），主机名请写在 @ 之后',
      english: 'has a host that is no folder of a socket: name the machine behind the @',
    });
  problems.push(...checkMode(url), ...checkFiles(url));
  return { url: problems.length > 0 || url.search === '' ? text : forDriver(url), problems };
}

function problemOfUnknownParameter(name: string): ProblemTexts {
  const plain = name.toLowerCase().replaceAll('-', '');
  const nearest =
    parameters.find((known) => known === plain) ??
    (otherNames.includes(plain) ? 'sslmode' : findSimilarName(name, parameters));
  if (nearest === 'sslmode')
    return {
      chinese: `没有参数 ${name}，是否应为 sslmode？加密请写 sslmode=verify-full`,
      english: `has no parameter ${name}: did you mean sslmode? To encrypt write sslmode=verify-full`,
    };
  const [chinese, english] = nearest
    ? [`是否应为 ${nearest}？`, `did you mean ${nearest}?`]
    : [`可用的有 ${parameters.join('、')}`, `there are ${parameters.join(', ')}`];
  return { chinese: `没有参数 ${name}，${chinese}`, english: `has no parameter ${name}: ${english}` };
}

function checkMode(url: URL): ProblemTexts[] {
  const mode = url.searchParams.get('sslmode');
  const hasFiles = ['sslrootcert', 'sslcert', 'sslkey'].some((name) => url.searchParams.has(name));
  if (mode === 'disable' && hasFiles)
    return [
      {
        chinese: 'sslmode=disable 不加密，不能与证书文件一起写',
        english: 'says sslmode=disable, which does not encrypt, and names files of certificates',
      },
    ];
  if (mode === 'verify-ca' && !url.searchParams.has('sslrootcert'))
    return [
      {
        chinese: 'sslmode=verify-ca 须同时用 sslrootcert 指定 CA 的证书文件',
        english: 'says sslmode=verify-ca, which needs the certificate of the CA in sslrootcert',
      },
    ];
  if (!mode || mode === 'require' || modes.includes(mode)) return [];
  const [chinese, english] =
    mode === 'prefer' || mode === 'allow'
      ? ['它在对方不加密时也不加密，请写 verify-full', 'which falls back to plain text: write verify-full']
      : [`只能是 ${modes.join('、')}`, `which must be one of ${modes.join(', ')}`];
  return [{ chinese: `sslmode=${mode} 不能使用：${chinese}`, english: `says sslmode=${mode}, ${english}` }];
}

/** Returns problems of certificate files, on which the driver would fail only while connecting. */
function checkFiles(url: URL): ProblemTexts[] {
  const { searchParams } = url;
  const problems = ['sslrootcert', 'sslcert', 'sslkey'].flatMap((name) => {
    const path = searchParams.get(name);
    if (!path) return [];
    if (name === 'sslrootcert' && path === 'system')
      return {
        chinese: 'sslrootcert=system 不能使用：公共 CA 不用写 sslrootcert，自建的 CA 请写它的证书文件',
        english: 'says sslrootcert=system: leave it out for public CAs, or name the file of your own',
      };
    try {
      const text = readFileSync(path);
      if (name === 'sslkey') createPrivateKey(text);
      else new X509Certificate(text);
      return [];
    } catch (error) {
      if ((error as NodeJS.ErrnoException).syscall !== undefined)
        return {
          chinese: `${name} 的文件 ${path} 不能读取（${reasonOf(error)}）`,
          english: `names a ${name} that cannot be read (${reasonOf(error)})`,
        };
      const [chinese, english] =
        name === 'sslkey' ? ['没有密码的私钥', 'private key without a password'] : ['证书', 'certificate'];
      return {
        chinese: `${name} 的文件 ${path} 不是 PEM 格式的${chinese}`,
        english: `names a ${name}, ${path}, that is no ${english} in PEM`,
      };
    }
  });
  if (searchParams.has('sslcert') !== searchParams.has('sslkey'))
    problems.push({
      chinese: 'sslcert 和 sslkey 必须同时写',
      english: 'needs sslcert and sslkey together',
    });
  return problems;
}

/**
 * Adapts the address: the driver by default reads `verify-ca` as `verify-full`, and prints a long warning for
 * `require`.
 */
function forDriver(address: URL): string {
  const url = new URL(address);
  const mode = url.searchParams.get('sslmode');
  if (mode === 'require' || (mode === null && url.searchParams.has('sslrootcert')))
    url.searchParams.set('sslmode', 'verify-full');
  if (mode === 'verify-ca') url.searchParams.set('uselibpqcompat', 'true');
  return url.href;
}
