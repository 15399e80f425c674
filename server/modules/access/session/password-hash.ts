import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const parameters = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };
/**
 * Each hash occupies a thread and 19 MiB for some 30 ms; more at once would delay file and DNS operations,
 * which use the same threads.
 */
const maxConcurrent = 2;
const maxWaiting = 200;

const computeArgon2: (algorithm: 'argon2id', options: Argon2Parameters) => Promise<Buffer> =
  promisify(argon2);

let running = 0;
const waiting: (() => void)[] = [];

/** Thrown if too many passwords already wait for a check; the caller answers `busy`. */
export class HashingOverloadedError extends Error {
  override name = 'HashingOverloadedError';
}

async function limitConcurrency<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= maxConcurrent) {
    if (waiting.length >= maxWaiting) throw new HashingOverloadedError();
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    running += 1;
  }
  try {
    return await work();
  } finally {
    // The slot is passed directly to the next waiting call.
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

function toUnpaddedBase64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}

/**
 * Returns an argon2id hash as a PHC string, `$argon2id$v=19$m=…,t=…,p=…$salt$tag`, so that parameters can be
 * raised later.
 */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const { memory, passes, parallelism } = parameters;
  const tag = await limitConcurrency(() =>
    computeArgon2('argon2id', { message: Buffer.from(password.normalize('NFKC')), nonce, ...parameters }),
  );
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${toUnpaddedBase64(nonce)}$${toUnpaddedBase64(tag)}`;
}

const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** Checks whether the password matches the hash; false for any text that is not a PHC string of argon2id. */
export async function isPassword(password: string, hash: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt, storedTag] = phc.exec(hash) ?? [];
  if (!salt || !storedTag) return false;
  const tag = Buffer.from(storedTag, 'base64');
  const computed = await limitConcurrency(() =>
    computeArgon2('argon2id', {
      message: Buffer.from(password.normalize('NFKC')),
      nonce: Buffer.from(salt, 'base64'),
      memory: Number(memory),
      passes: Number(passes),
      parallelism: Number(parallelism),
      tagLength: tag.length,
    }),
  );
  return timingSafeEqual(tag, computed);
}

/**
 * The hash of an account without a password: no password matches it. It is also checked for an unknown
 * account, so that timing does not reveal that there is none.
 */
export const noPasswordHash = `$argon2id$v=19$m=${parameters.memory},t=${parameters.passes},p=${parameters.parallelism}$${toUnpaddedBase64(Buffer.alloc(16, 7))}$${toUnpaddedBase64(Buffer.alloc(32, 7))}`;
