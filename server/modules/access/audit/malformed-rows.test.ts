import { execFileSync } from 'node:child_process';
import { rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { type RawBuilder, sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { openDesk } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { permit } from '#test/world/start-data.ts';
import { afterTampering } from '#test/world/tampering.ts';
import { orderChain } from './chain.ts';
import { writeAnchor } from './service.ts';
import { verifyAudit } from './verify.ts';
import type { VerifyOptions } from './verify-report.ts';

const office = await testOffice();
const { context } = office;
const { db, crypto, files } = context;
const desk = openDesk(office);
const document = await desk.paper('zhangwei');
const { id, code } = await desk.start('zhangwei', permit(1, [document]));
await office.app.callObserver.flush();
await writeAnchor(context);
const chain = orderChain(id);

const linesOf = async (of = db, more: VerifyOptions = {}) =>
  (await verifyAudit(of, crypto, { files, ...more })).findings.map(({ english }) => english);

/** Returns the findings of the verification after these changes with the owner's rights. */
const findingsAfter = async (changes: readonly RawBuilder<unknown>[]): Promise<string[]> =>
  (await afterTampering(db, changes, (tx) => linesOf(tx))) ?? [];

const insertForgedRecord = (into: string, seq: number) => sql`
  insert into audit_links (chain, seq, at, staff_id, staff_name, action, object_kind, object_id, detail, request_id,
    prev_hash, hash)
  values (${into}, ${seq}, now(), null, '', 'file.upload', 'file', '../x', 'null', '', '', 'x')`;

describe('verification of malformed rows', () => {
  const changed = `order ${code}: link 1: its content was changed, or it was forged`;
  const malformed = `order ${code}: its rows have lost their shape and cannot be checked`;
  const cases: [title: string, line: string, ...changes: RawBuilder<unknown>[]][] = [
    [
      'a record with an infinite time',
      changed,
      sql`update audit_links set at = 'infinity' where chain = ${chain}`,
    ],
    [
      'a record with a year beyond ISO 8601',
      changed,
      sql`update audit_links set at = '290000-01-01' where chain = ${chain}`,
    ],
    ['digests that are a list', changed, sql`update audit_links set digests = '[1]' where chain = ${chain}`],
    [
      'an upload record without details',
      'chain file: link 1: its content was changed, or it was forged',
      sql`update audit_links set detail = 'null' where chain = 'file' and seq = 1`,
    ],
    [
      'a record with a negative number',
      'chain : the link before link -1 is missing',
      insertForgedRecord('', -1),
    ],
    [
      'a chain of an order that does not exist',
      'order x: the order itself is gone',
      insertForgedRecord('order:x', 1),
    ],
    [
      'a file with a path for an id',
      'a file of no order: the bytes of file ../x were changed',
      insertForgedRecord('file', 99),
      sql`insert into files (id, name, size, content_type, sha256, created_at) values ('../x', '', 1, '', '', now())`,
    ],
    [
      'an anchor without heads',
      'anchor 1: was changed or forged',
      sql`update audit_anchors set heads = 'null'`,
    ],
    [
      'an anchor with malformed heads',
      'anchor 1: was changed or forged',
      sql`update audit_anchors set heads = '[["order:x", "y", 1], 5]'`,
    ],
    [
      'an anchor with an infinite time',
      'anchor 1: was changed or forged',
      sql`update audit_anchors set at = 'infinity'`,
    ],
    [
      'a list of events that contains null',
      `order ${code}: its events are incomplete and cannot be folded`,
      sql`update work_order_events set events = '[null]' where workorder_id = ${id}`,
    ],
    ['an empty process definition', malformed, sql`update process_definitions set definition = '{}'`],
    [
      'a process definition that is null',
      `order ${code}: the definition of its process is gone`,
      sql`update process_definitions set definition = 'null'`,
    ],
  ];
  test.each(cases)('names the row: %s', async (_title, line, ...changes) => {
    expect(await findingsAfter(changes)).toContain(line);
  });
});

describe.skipIf(process.platform === 'win32')('verification of a path that is no regular file', () => {
  const path = join(
    context.config.dataDir,
    'files',
    document.id.slice(-2),
    document.id.slice(-4, -2),
    document.id,
  );

  test('does not hang on a pipe or on a link to an endless device', async () => {
    for (const replaceFile of [() => execFileSync('mkfifo', [path]), () => symlink('/dev/zero', path)]) {
      await rm(path);
      await replaceFile();
      expect(await linesOf()).toEqual([`order ${code}: the bytes of file ${document.id} were changed`]);
    }
  });
});

describe('verification of a file without an order', () => {
  test('ignores a file removed during the run, and reports one whose bytes are missing', async () => {
    const unlinkedFile = await desk.paper('zhangwei');
    await files.remove(unlinkedFile.id);
    const missing = `a file of no order: the bytes of file ${unlinkedFile.id} are missing`;
    expect(await linesOf()).toContain(missing);
    const deletingStore: VerifyOptions['files'] = {
      read: (file) => Readable.from(readAfterDeletion(file)),
      size: files.size,
    };
    async function* readAfterDeletion(file: string) {
      if (file === unlinkedFile.id) await db.deleteFrom('files').where('id', '=', file).execute();
      yield* files.read(file);
    }
    expect(await linesOf(db, { files: deletingStore })).not.toContain(missing);
  });
});
