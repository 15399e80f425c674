import { archive } from '#contract/archive.ts';
import { session } from '#contract/session.ts';
import { makePackages } from '#server/modules/cases/archive/service.ts';
import { deliverNotices } from '#server/modules/cases/handling/service.ts';
import type { StartedOrder } from './desk.ts';
import { openSession, pathOf, testOffice } from './office.ts';
import { openPetitionDesk } from './petition-desk.ts';
import { petition } from './start-data.ts';

/** Opens an office with petitions that are concluded, and the actions of its archivist. */
export async function openArchiveDesk() {
  const office = await testOffice();
  const { context, clock } = office;
  const { db } = context;
  const { desk } = openPetitionDesk(office);
  const archivist = office.as('fangning');
  let lastNumber = 0;

  /** Returns a petition that was declined, with a letter of its sender and a document of its handler. */
  async function concludePetition(changes: Record<string, unknown> = {}): Promise<StartedOrder> {
    const attachments = [await desk.paper('zhangwei', '来信 原件#1.pdf')];
    const order = await desk.start('zhangwei', petition(++lastNumber, { attachments, ...changes }));
    await desk.press('liuyang', order, 'receive', 'receive');
    const document = await desk.paper('zhaomin', '审查记录.pdf');
    await desk.press('zhaomin', order, 'examine', 'decline', {
      handlerOpinion: '不属于本机关职权范围。\n请向人民法院起诉。',
      fileList: [{ id: document.id }],
    });
    clock.forward(60_000);
    return order;
  }

  /** Runs the jobs that follow. */
  async function runJobs(): Promise<void> {
    await deliverNotices(context);
    await makePackages(context);
  }

  async function archivePetition(changes: Record<string, unknown> = {}): Promise<StartedOrder> {
    const order = await concludePetition(changes);
    await runJobs();
    return order;
  }

  const detailOf = ({ id }: Pick<StartedOrder, 'id'>) => archivist.done(archive.detail, { params: { id } });

  /** Fetches a file as a browser does, with a ticket for this purpose. */
  async function fetchFile(path: string, query: Record<string, string>, token?: string) {
    const answer = await office.app.fastify.inject({
      method: 'GET',
      url: path,
      query,
      headers:
        token === undefined
          ? { 'x-refusal-status': 'http' }
          : { 'x-refusal-status': 'http', 'x-access-token': token },
    });
    return { status: answer.statusCode, bytes: answer.rawPayload, headers: answer.headers };
  }

  async function packageOf(order: Pick<StartedOrder, 'id'>, version?: number): Promise<Buffer> {
    const params = { id: order.id };
    const body = { purpose: '复查', ...(version !== undefined && { version }) };
    const ticketResponse = await archivist.done(archive.requestDownload, { params, body });
    const path = pathOf(archive.file, { id: order.id, version: String(ticketResponse.version) });
    const { status, bytes } = await fetchFile(path, { ticket: ticketResponse.ticket });
    if (status !== 200) throw new Error(`The package was refused with ${status}: ${bytes.toString()}`);
    return bytes;
  }

  /** Creates a ticket in the way open to every user. */
  const anyTicket = async (subject: string, account = 'fangning') =>
    (await office.as(account).done(session.createTicket, { body: { purpose: 'download', subject } })).ticket;

  return {
    office,
    context,
    clock,
    db,
    desk,
    archivist,
    concludePetition,
    runJobs,
    archivePetition,
    detailOf,
    packageOf,
    fetchFile,
    anyTicket,
    tokenOf: (account: string) => openSession(office, account),
  };
}
