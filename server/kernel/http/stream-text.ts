/** Text that is sent to open screens, written once for all of them. */
export interface StreamText {
  text: string;
  /** The same as one chunk of an HTTP/1.1 answer. */
  chunk: Buffer;
}

/** An event as `text/event-stream` has it. */
export function eventText(event: string, data: object): StreamText {
  return streamText(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
}

/** Framed once, as the answer itself would frame it anew for each of thousands of screens. */
export function streamText(text: string): StreamText {
  return { text, chunk: Buffer.from(`${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`) };
}
