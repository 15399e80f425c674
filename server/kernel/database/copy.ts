import { once } from 'node:events';
import type { Socket } from 'node:net';
import type pg from 'pg';

/** Connection that the driver passes to a running statement; its types do not declare COPY. */
interface DriverConnection {
  stream: Socket;
  query(text: string): void;
  sendCopyFromChunk(chunk: Uint8Array): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
}

/**
 * Bytes of a block. Each row is a message; rows are combined to blocks, so that the reader gets few chunks.
 */
const blockBytes = 256 * 1024;
const maxBlocks = 4;

/** One COPY on one connection, with the methods that the driver calls on a statement. */
class Copy {
  readonly text: string;
  connection: DriverConnection | undefined;
  rows = 0;
  error: Error | undefined;
  isDone = false;
  #wake: () => void = () => undefined;

  constructor(text: string) {
    this.text = text;
  }

  submit(connection: DriverConnection): void {
    this.connection = connection;
    connection.query(this.text);
  }

  /** Waits for the next message of the server. */
  nextMessage(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  report(): void {
    this.#wake();
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.rows = Number(/^COPY (\d+)$/.exec(text)?.[1] ?? Number.NaN);
  }

  handleReadyForQuery(): void {
    this.isDone = true;
    this.report();
  }

  /** Called by the driver at the end of a failed statement. */
  handleError(error: Error): void {
    this.error ??= error;
    this.isDone = true;
    this.report();
  }

  handleCopyInResponse(connection: DriverConnection): void {
    connection.sendCopyFail('nothing is sent');
  }

  handleRowDescription(): void {}
  handleDataRow(): void {}
  handlePortalSuspended(): void {}
  handleEmptyQuery(): void {}
}

class CopyOut extends Copy {
  readonly fullBlocks: Buffer[] = [];
  #block = Buffer.allocUnsafe(blockBytes);
  #used = 0;

  /** Copies the data at once, because the driver reuses its buffer. */
  handleCopyData({ chunk }: { chunk: Buffer }): void {
    let from = 0;
    while (from < chunk.length) {
      const copiedBytes = chunk.copy(this.#block, this.#used, from);
      from += copiedBytes;
      this.#used += copiedBytes;
      if (this.#used === blockBytes) this.flush();
    }
  }

  flush(): void {
    if (this.#used === 0) return;
    this.fullBlocks.push(this.#block.subarray(0, this.#used));
    this.#block = Buffer.allocUnsafe(blockBytes);
    this.#used = 0;
    if (this.fullBlocks.length >= maxBlocks) this.connection?.stream.pause();
    this.report();
  }

  override handleReadyForQuery(): void {
    this.flush();
    super.handleReadyForQuery();
  }
}

/**
 * Yields the output of `COPY … TO STDOUT` in blocks; the server waits while they are not read. Returns the
 * number of rows.
 */
export async function* copyOut(client: pg.Client, text: string): AsyncGenerator<Buffer, number, void> {
  const copy = new CopyOut(text);
  client.query(copy);
  for (;;) {
    const block = copy.fullBlocks.shift();
    if (block) {
      yield block;
      continue;
    }
    if (copy.isDone) break;
    const message = copy.nextMessage();
    copy.connection?.stream.resume();
    await message;
  }
  if (copy.error) throw copy.error;
  return copy.rows;
}

class CopyIn extends Copy {
  isOpen = false;

  override handleCopyInResponse(): void {
    this.isOpen = true;
    this.report();
  }
}

/**
 * Sends data to `COPY … FROM STDIN`, no faster than the server reads it; a source that fails cancels it.
 * Returns the number of rows.
 */
export async function copyIn(
  client: pg.Client,
  text: string,
  source: AsyncIterable<Uint8Array>,
): Promise<number> {
  const copy = new CopyIn(text);
  const opened = copy.nextMessage();
  client.query(copy);
  if (!copy.isOpen && !copy.isDone) await opened;
  const { connection } = copy;
  if (copy.isOpen && connection) {
    try {
      for await (const chunk of source) {
        if (copy.error) break;
        connection.sendCopyFromChunk(chunk);
        if (connection.stream.writableNeedDrain)
          await Promise.race([once(connection.stream, 'drain').catch(() => undefined), copy.nextMessage()]);
      }
      connection.endCopyFrom();
    } catch (error) {
      copy.error = error instanceof Error ? error : new Error(String(error));
      connection.sendCopyFail('the source broke off');
    }
  }
  while (!copy.isDone) await copy.nextMessage();
  if (copy.error) throw copy.error;
  return copy.rows;
}
