import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { exportTasks } from '#contract/exports.ts';
import { sideRecords } from '#contract/side-records.ts';
import { workOrders } from '#contract/work-orders.ts';
import { writeExports } from '#server/modules/portal/exports/service.ts';
import { openDesk } from './desk.ts';
import { type Clerk, openSession, testOffice } from './office.ts';
import { petition } from './start-data.ts';

export const formula = '=HYPERLINK("http://evil.example","点我")';

export const fileOf = (id: string) => exportTasks.file.path.replace(':id', id);

export async function sheetOf(bytes: Uint8Array): Promise<unknown[][]> {
  const workbook = await readXlsx(bytes);
  expect(workbook.sheets).toHaveLength(1);
  return (workbook.sheets[0]?.rows ?? []) as unknown[][];
}

/**
 * Opens an office with three petitions of 李娜, one of them with a title like a formula, and functions to test
 * exports there.
 */
export async function openExportDesk() {
  const office = await testOffice();
  const { context, clock } = office;
  const { db } = context;
  const desk = openDesk(office);
  const clerk = office.as('lina');
  for (let n = 1; n <= 3; n++) {
    await desk.start('lina', petition(n));
    clock.forward(60_000);
  }
  await sql`update work_orders set title = ${formula}
    where id = (select min(id::text)::uuid from work_orders)`.execute(db);
  const page = await clerk.done(workOrders.initiatedPage);
  const formulaCode = page.rows.find(({ title }) => title === formula)?.code ?? '';

  /** Returns the bytes of an answer without an envelope. */
  async function bytesAt(
    path: string,
    token: string,
    options: { query?: Record<string, string>; json?: object } = {},
  ) {
    const answer = await office.app.fastify.inject({
      method: options.json ? 'POST' : 'GET',
      url: path,
      query: options.query ?? {},
      headers:
        token === ''
          ? { 'x-refusal-status': 'http' }
          : { 'x-refusal-status': 'http', 'x-access-token': token },
      ...(options.json && { payload: options.json }),
    });
    return {
      status: answer.statusCode,
      headers: answer.headers,
      bytes: answer.rawPayload,
      text: answer.body,
    };
  }

  async function exportWith(body: Record<string, unknown>, by: Clerk = clerk) {
    const task = await by.done(exportTasks.request, { body });
    await writeExports(context);
    return task;
  }

  async function download(id: string, account = 'lina') {
    const answer = await bytesAt(fileOf(id), await openSession(office, account));
    expect(answer.status, answer.text.slice(0, 200)).toBe(200);
    return answer;
  }

  async function storedFiles(): Promise<string[]> {
    const names = await readdir(join(context.config.dataDir, 'files'), {
      recursive: true,
      withFileTypes: true,
    });
    return names
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)
      .sort();
  }

  /** Returns temporary files that were not removed. */
  async function storedParts(): Promise<string[]> {
    await new Promise((resolve) => setTimeout(resolve, 20));
    return (await storedFiles()).filter((name) => name.endsWith('.part'));
  }

  async function lastAuditRecord(action: string): Promise<unknown> {
    const { rows } = await sql<{ detail: unknown }>`
      select detail from audit_links where action = ${action} order by seq desc limit 1`.execute(db);
    return rows[0]?.detail;
  }

  /** Opens a supervision letter on an order of another person. */
  async function openLetter(): Promise<void> {
    const { code } = await desk.start('zhangwei', petition(11));
    await office.as('sunlei').done(sideRecords.supervision, {
      params: { workorderCode: code },
      body: {
        command: 'open',
        grounds: ['step-overdue'],
        demand: '请尽快办理并答复。',
        answerDays: 2,
        card: 'yellow',
      },
    });
  }

  /** Returns the state of each export of a person, newest first. */
  const states = async (by: Clerk = clerk) =>
    (await by.done(exportTasks.mine)).rows.map(({ state }) => state);

  /** Removes all exports. */
  const reset = async () => {
    clock.forward(1_000);
    await db.deleteFrom('exports').execute();
  };
  return {
    office,
    context,
    clock,
    db,
    desk,
    clerk,
    formulaCode,
    bytesAt,
    exportWith,
    download,
    storedFiles,
    storedParts,
    lastAuditRecord,
    openLetter,
    states,
    reset,
  };
}
