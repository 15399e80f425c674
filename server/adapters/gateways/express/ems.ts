import { isMailNumber, trackingLimits } from '#domain/express/limits.ts';
import {
  createRemoteInterfaces,
  type RemoteCaller,
} from '#server/adapters/gateways/remote-interface/remote-interface.ts';
import type { ExpressConfig } from '#server/kernel/config/express.ts';
import { isSignedBy, signedHeaders } from '../signed-request.ts';
import { readEmsRow } from './ems-rows.ts';
import type { ExpressGateway } from './express-gateway.ts';

type EmsAccount = Extract<ExpressConfig, { kind: 'ems' }>;

const caller: RemoteCaller = { name: 'express', timeoutMs: 15_000, maxAnswerBytes: 512 * 1024 };
const orderPath = '/express/orders';
const tracksPath = '/express/tracks';

/**
 * Creates the gateway to an EMS interface over signed HTTP (docs/decisions/0236). Requests go through the client of
 * 0228; its list contains only the configured address, which the operator sets, so that networks are not limited.
 */
export function createEmsGateway(account: EmsAccount, now: () => Date): ExpressGateway {
  const client = createRemoteInterfaces({
    origins: [account.origin],
    networks: ['0.0.0.0/0', '::/0'],
    tokens: {},
  });
  const ask = async (path: string, content: object): Promise<EmsAnswer | { fault: string }> => {
    const body = JSON.stringify(content);
    const response = await client.ask(
      {
        method: 'POST',
        url: account.origin + path,
        headers: signedHeaders(account, { method: 'POST', path, body }, now()),
        body,
      },
      caller,
    );
    return 'fault' in response ? response : readAnswer(response.json);
  };
  return {
    isSimulated: false,
    async orderPickup({ id, sender, receiver }) {
      const answer = await ask(orderPath, { orderid: id, sender, receiver });
      if ('fault' in answer) return { kind: 'failed', fault: answer.fault };
      if (!answer.isSuccess) return { kind: 'refused', fault: answer.remark || '未说明原因' };
      if (!isMailNumber(answer.mailNum)) return { kind: 'failed', fault: '快递接口没有给出运单号' };
      return { kind: 'accepted', mailNum: answer.mailNum };
    },
    async readTracks({ mailNum }) {
      const answer = await ask(tracksPath, { mailnum: mailNum });
      if ('fault' in answer) return { kind: 'failed', fault: answer.fault };
      if (!answer.isSuccess) return { kind: 'failed', fault: answer.remark || '快递接口未返回轨迹' };
      const events = answer.rows.flatMap((row) => {
        const pushed = readEmsRow(row, now());
        // A query is about one item: a row of another one is none of its events.
        return pushed.mailNum === mailNum && pushed.event ? [pushed.event] : [];
      });
      return { kind: 'answered', events: events.slice(0, trackingLimits.events) };
    },
    readPush({ path, headers, bytes, body }) {
      if (!isSignedBy(account, { method: 'POST', path, body: bytes }, headers, now())) return undefined;
      const rows = (body as { listexpressmail?: unknown } | null)?.listexpressmail;
      return (Array.isArray(rows) ? rows : []).map((row) => readEmsRow(row, now()));
    },
  };
}

interface EmsAnswer {
  isSuccess: boolean;
  mailNum: string;
  remark: string;
  rows: readonly unknown[];
}

function readAnswer(json: unknown): EmsAnswer {
  const { success, mailnum, remark, listexpressmail } = (
    typeof json === 'object' && json !== null ? json : {}
  ) as Record<string, unknown>;
  return {
    isSuccess: String(success) === '1',
    mailNum: typeof mailnum === 'string' || typeof mailnum === 'number' ? String(mailnum).trim() : '',
    remark: typeof remark === 'string' ? remark.trim().slice(0, 200) : '',
    rows: Array.isArray(listexpressmail) ? listexpressmail : [],
  };
}
