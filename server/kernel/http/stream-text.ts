/** Text for open pages, encoded once for all of them. */
export interface StreamText {
  text: string;
  /** The same as one chunk of an HTTP/1.1 response. */
  chunk: Buffer;
}

/** Returns an event in `text/event-stream` format. */
export function eventText(event: string, data: object): StreamText {
  return streamText(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
}

/** Returns a text with its chunk, encoded once, because a response would encode it for each of thousands of pages. */
export function streamText(text: string): StreamText {
  return { text, chunk: Buffer.from(`${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`) };
}
