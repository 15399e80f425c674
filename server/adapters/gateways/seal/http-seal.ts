import type { SealConfig } from '#server/kernel/config/documents.ts';
import { postToProvider } from '../messages/post-to-provider.ts';
import { signedHeaders } from '../signed-request.ts';
import type { SealGateway } from './seal.ts';

type HttpSeal = Extract<SealConfig, { kind: 'http' }>;

/** A sealed document is slightly larger than before, because of the seal's picture and signature. */
const maxSealedBytes = 20 * 1024 * 1024;
const timeoutMs = 30_000;

/**
 * Creates a seal service on HTTP: it gets the document as Base64, the keyword and the seal's id, and returns
 * the sealed document. Every request is signed by HMAC-SHA256 over method, path, time, nonce and the digest
 * of the body.
 */
export function createHttpSeal(
  config: HttpSeal,
  { now = () => new Date(), origin = config.origin }: { now?: () => Date; origin?: string } = {},
): SealGateway {
  return {
    isSimulated: false,
    async seal(pdf, { keyword, organisation }) {
      const body = JSON.stringify({
        sealId: config.sealId,
        keyword,
        organisation,
        file: Buffer.from(pdf).toString('base64'),
      });
      const answer = await postToProvider(
        { origin, timeoutMs, maxAnswerBytes: Math.ceil(maxSealedBytes * 1.4) },
        config.path,
        signedHeaders(config, { method: 'POST', path: config.path, body }, now()),
        body,
      );
      if (answer.kind !== 'answered') throw new Error(`The seal service did not answer: ${answer.fault}`);
      const { code, data } = answer.json as { code?: unknown; data?: { file?: unknown } };
      if (answer.status !== 200 || Number(code) !== 0)
        throw new Error(
          `The seal service refused the request: ${answer.status} ${String(code).slice(0, 80)}`,
        );
      const sealed = Buffer.from(typeof data?.file === 'string' ? data.file : '', 'base64');
      if (sealed.toString('latin1', 0, 5) !== '%PDF-' || sealed.length > maxSealedBytes)
        throw new Error('The seal service did not answer with a PDF');
      return sealed;
    },
    stop: async () => undefined,
  };
}
