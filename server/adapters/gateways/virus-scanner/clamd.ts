import { createReadStream } from 'node:fs';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ClamdAddress } from '#server/kernel/config/uploads.ts';
import { ScannerUnavailableError, type VirusScanner } from './scanner.ts';

const deadlineMs = 30_000;
const maxAnswerBytes = 4096;

/**
 * Creates a scanner that uses ClamAV's daemon by its INSTREAM command: the file is sent in chunks, each after
 * its length.
 */
export function createClamd(address: ClamdAddress, options: { deadlineMs?: number } = {}): VirusScanner {
  return {
    isSimulated: false,
    async scan(path) {
      const answer = await sendCommand(address, path, options.deadlineMs ?? deadlineMs);
      const virus = /^stream: (.+) FOUND$/.exec(answer)?.[1];
      if (virus !== undefined) return virus;
      if (answer === 'stream: OK') return undefined;
      throw new ScannerUnavailableError(`clamd answered: ${answer.slice(0, 200)}`);
    },
  };
}

async function sendCommand(address: ClamdAddress, path: string, limitMs: number): Promise<string> {
  const socket = connect(address);
  // One time limit for connecting, sending and waiting, so that a scanner that hangs does not block an
  // upload.
  const timer = setTimeout(
    () => socket.destroy(new Error('the virus scanner did not answer in time')),
    limitMs,
  );
  try {
    const answer = readAnswer(socket);
    // The answer may arrive, and the connection end, before all is sent: the answer counts, not the broken
    // pipe.
    const sending = pipeline(Readable.from(commandOf(path)), socket, { end: false }).catch(
      (error: unknown) => error,
    );
    const text = await answer;
    const failure = text === '' ? await sending : undefined;
    if (failure !== undefined) throw failure;
    return text;
  } catch (error) {
    throw new ScannerUnavailableError(`clamd is unavailable: ${String(error)}`, { cause: error });
  } finally {
    clearTimeout(timer);
    socket.destroy();
  }
}

async function* commandOf(path: string): AsyncGenerator<Buffer> {
  yield Buffer.from('zINSTREAM\0');
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(chunk.length);
    yield length;
    yield chunk;
  }
  yield Buffer.alloc(4);
}

/** Reads the answer up to its zero byte. */
function readAnswer(socket: Readable): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8');
      if (text.includes('\0') || text.length > maxAnswerBytes) resolve(text.split('\0')[0] ?? '');
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(text.trim()));
  });
}
