import { setTimeout as wait } from 'node:timers/promises';
import { files } from '#contract/files.ts';
import { samplePdf } from '#server/seeds/demo/sample-pdf.ts';
import type { Caller } from './caller.ts';

const intervalMs = 1_000;

/** Uploads different files until the run ends. */
export function openUploads({ sendUntilAnswered, headersOf }: Caller, account: string) {
  const uploadedFiles: { id: string; bytes: Buffer }[] = [];

  async function send(): Promise<void> {
    const bytes = Buffer.concat([samplePdf, Buffer.from(`\n% ${uploadedFiles.length}\n`)]);
    const body = new FormData();
    const file = new Blob([new Uint8Array(bytes)], { type: 'application/pdf' });
    body.append('file', file, `材料${uploadedFiles.length}.pdf`);
    const path = files.uploadInPortal.path;
    const { text } = await sendUntilAnswered(path, { method: 'POST', headers: headersOf(account), body });
    const { data } = JSON.parse(text) as { data?: { rows: { id: string }[] } };
    const id = data?.rows[0]?.id;
    if (id === undefined) throw new Error(`An upload was refused: ${text.slice(0, 200)}`);
    uploadedFiles.push({ id, bytes });
  }

  /** Compares an acknowledged file with the sent one; undefined if they are equal. */
  async function findDifference({ id, bytes }: (typeof uploadedFiles)[number]): Promise<string | undefined> {
    const path = files.downloadInPortal.path.replace(':id', id);
    const answer = await sendUntilAnswered(path, { headers: headersOf(account) });
    if (answer.bytes.equals(bytes)) return undefined;
    return `file ${id}: ${answer.status}, ${answer.bytes.length} bytes`;
  }

  return {
    count: () => uploadedFiles.length,
    /** Uploads files and reads each again at once, from either server. */
    async sendUntil(isOver: () => boolean): Promise<void> {
      while (!isOver()) {
        await send();
        const last = uploadedFiles.at(-1);
        const difference = last && (await findDifference(last));
        if (difference) throw new Error(`The last upload cannot be read: ${difference}`);
        await wait(intervalMs);
      }
    },
    /** Returns the errors of files that the portal acknowledged: missing now, or with other contents. */
    async findLost(): Promise<string[]> {
      const differences: string[] = [];
      for (const one of uploadedFiles) differences.push((await findDifference(one)) ?? '');
      return differences.filter((difference) => difference !== '');
    },
  };
}
