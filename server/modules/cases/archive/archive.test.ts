import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { archive } from '#contract/archive.ts';
import { exportTasks } from '#contract/exports.ts';
import { session } from '#contract/session.ts';
import { packageParts } from '#domain/archive/package-paths.ts';
import { writeExports } from '#server/modules/portal/exports/service.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import { openArchiveDesk } from '#test/world/archive-desk.ts';
import { describeCalls } from '#test/world/call-tests.ts';
import { sheetOf } from '#test/world/export-desk.ts';
import { pathOf } from '#test/world/office.ts';
import { unzip } from '#test/world/unzip.ts';
import { makePackages } from './service.ts';

/** Tests the calls of the archive (docs/decisions/0162): permissions and results. */

const { office, context, clock, db, archivist, archivePetition, detailOf, packageOf, ...helpers } =
  await openArchiveDesk();
const { fetchFile, anyTicket, tokenOf } = helpers;
const missing = '01890000-0000-7000-8000-000000000000';

afterAll(async () => {
  expect(await checkInvariants(db)).toEqual([]);
});

const first = await archivePetition();

describe('archive calls', () => {
  const params = { id: first.id };
  const entryCall = { request: { params }, refusedFor: { liuyang: 403, tianye: 403 } };
  const missingPurpose = {
    makeInvalid: () => ({ params, body: { purpose: ' ' } }),
    expectedProblems: [['purpose', '请填写利用目的']] as const,
  };
  const invisiblePurpose = {
    ...missingPurpose,
    makeInvalid: () => ({ params, body: { purpose: '\u200b\u2060' } }),
  };
  const { file: _file, ...calls } = archive;
  describeCalls(office, calls, {
    page: {
      caller: 'fangning',
      request: { query: { keyword: 'J068-WS', year: '2026', period: 'D30', taskCode: 'petition-letter' } },
      refusedFor: { zhaomin: 403, yuanyuan: 403 },
      invalidInputs: [
        {
          makeInvalid: () => ({ query: { year: '12', tab: 'some' } }),
          expectedProblems: [
            ['year', expect.any(String) as unknown as string],
            ['tab', expect.any(String) as unknown as string],
          ],
        },
      ],
      checkAnswer: ({ rows, total }) => {
        expect(total).toBe(1);
        expect(rows[0]).toMatchObject({
          id: first.id,
          number: 'J068-WS·2026-D30-LX-0001',
          orgName: '淳安县信访局',
          keptUntil: '2056-12-31',
          expired: false,
          state: 'kept',
          files: 2,
          version: 1,
          found: null,
          handOver: null,
        });
      },
    },
    figures: {
      caller: 'fangning',
      request: {},
      refusedFor: { zhaomin: 403 },
      checkAnswer: (figures) => expect(figures).toMatchObject({ kept: 1, failed: 0, broken: 0, expired: 0 }),
    },
    detail: {
      caller: 'fangning',
      ...entryCall,
      invalidInputs: [
        { makeInvalid: () => ({ params: { id: 'x' } }), expectedProblems: [['id', '档案标识不正确']] },
      ],
      checkAnswer: ({ packages }) => {
        expect(packages).toHaveLength(1);
        expect(packages[0]?.parts.map(({ path }) => path)).toEqual([
          packageParts.page,
          packageParts.metadata,
          packageParts.record,
          '材料/来信 原件#1.pdf',
          '材料/审查记录.pdf',
          packageParts.checksums,
        ]);
      },
    },
    openPage: {
      caller: 'fangning',
      request: { params, body: { purpose: '复查信访事项' } },
      refusedFor: { liuyang: 403, tianye: 403 },
      invalidInputs: [missingPurpose, invisiblePurpose],
      checkAnswer: async ({ html }) => {
        expect(html).toContain('J068-WS·2026-D30-LX-0001');
        const { retrievals: usageRecords } = await detailOf(first);
        expect(usageRecords[0]).toMatchObject({ kind: 'look', purpose: '复查信访事项', staffName: '方宁' });
      },
    },
    requestDownload: {
      caller: 'fangning',
      request: { params, body: { purpose: '移交法院' } },
      refusedFor: { liuyang: 403, tianye: 403 },
      invalidInputs: [missingPurpose, invisiblePurpose],
      checkAnswer: async ({ version }) => {
        expect(version).toBe(1);
        const { retrievals: usageRecords } = await detailOf(first);
        expect(usageRecords).toContainEqual(
          expect.objectContaining({ kind: 'download', purpose: '移交法院', version: 1 }),
        );
      },
    },
    requeue: {
      caller: 'fangning',
      ...entryCall,
      checkAnswer: async () => {
        expect((await detailOf(first)).state).toBe('waiting');
        await makePackages(context);
        // The content is unchanged: there is no second package.
        expect(await detailOf(first)).toMatchObject({ state: 'kept', version: 1 });
      },
    },
    check: {
      caller: 'fangning',
      ...entryCall,
      checkAnswer: async ({ found }) => {
        expect(found).toBe('whole');
        expect((await detailOf(first)).checkedAt).toBe(clock.now.toISOString());
      },
    },
    usageRecords: {
      caller: 'fangning',
      request: { query: { keyword: '法院', startDate: '2026-03-01' } },
      refusedFor: { zhaomin: 403 },
      invalidInputs: [
        {
          makeInvalid: () => ({ query: { startDate: '2026-13-01' } }),
          expectedProblems: [['startDate', '日期无法识别，请按“2026-11-20”填写']],
        },
      ],
      checkAnswer: ({ rows }) => {
        expect(rows.map(({ kind, purpose }) => [kind, purpose])).toEqual([['download', '移交法院']]);
      },
    },
    settings: {
      caller: 'fangning',
      request: {},
      refusedFor: { zhaomin: 403 },
      checkAnswer: ({ fonds, items }) => {
        expect(fonds).toEqual([
          { orgId: '330127-xfj', orgName: '淳安县信访局', code: 'J068', name: '淳安县信访局' },
        ]);
        expect(items).toEqual([
          {
            taskCode: 'petition-letter',
            itemName: '群众来信办理',
            period: 'D30',
            department: 'LX',
            isStanding: false,
          },
        ]);
      },
    },
    saveFonds: {
      caller: 'fangning',
      request: { body: { orgId: '330127-xfj', code: 'J068', name: '淳安县信访局' } },
      refusedFor: { zhaomin: 403 },
      invalidInputs: [
        {
          makeInvalid: () => ({ body: { orgId: '330127-xfj', code: 'j-1', name: '' } }),
          expectedProblems: [
            ['code', '请填写1至12位字母或数字'],
            ['name', '请填写全宗名称'],
          ],
        },
      ],
      checkAnswer: (row) => expect(row.code).toBe('J068'),
    },
    saveItem: {
      caller: 'fangning',
      request: { body: { taskCode: 'petition-letter', period: 'D30', department: 'LX' } },
      refusedFor: { zhaomin: 403 },
      checkAnswer: (row) => expect(row).toMatchObject({ period: 'D30', department: 'LX' }),
    },
  });
});

describe('an organisation without a 全宗号', () => {
  test('leaves its orders failed with the reason, and they get packages once the 全宗号 is set', async () => {
    await db.deleteFrom('archive_fonds').where('org_id', '=', '330127-xfj').execute();
    const order = await archivePetition();
    expect(await detailOf(order)).toMatchObject({
      state: 'failed',
      number: null,
      reason: '所属单位未设置全宗号，请在“归档设置”中设置',
    });
    const body = { orgId: '330127-xfj', code: 'k9', name: '信访局' };
    await archivist.done(archive.saveFonds, { body });
    await archivist.done(archive.saveItem, {
      body: { taskCode: 'petition-letter', period: 'Y', department: 'XF' },
    });
    await makePackages(context);
    expect(await detailOf(order)).toMatchObject({
      state: 'kept',
      number: 'K9-WS·2026-Y-XF-0001',
      keptUntil: null,
    });
    // Archive numbers that were assigned stay unchanged.
    expect((await detailOf(first)).number).toBe('J068-WS·2026-D30-LX-0001');
    const response = await archivist.call(archive.saveFonds, { body: { ...body, orgId: '330127-scj' } });
    expect(response.status).toBe(404);
  });
});

describe('idempotency keys of archive calls', () => {
  const body = { orgId: '330127-xfj', code: 'J068', name: '县信访局' };

  test('return the first answer for a repeated key, even after the caller lost access to the entry', async () => {
    const request = { params: { id: first.id }, key: 'redone-once' };
    const requeued = await archivist.done(archive.requeue, request);
    await makePackages(context);
    const savedFonds = await archivist.done(archive.saveFonds, { body, key: 'named-once' });
    const item = { taskCode: 'petition-letter', period: 'D30', department: 'LX' } as const;
    const savedItem = await archivist.done(archive.saveItem, { body: item, key: 'set-once' });
    const moveArchivist = (org_id: string) =>
      db.updateTable('staff').set({ org_id }).where('id', '=', 'staff-fangning').execute();
    await moveArchivist('330127-nyj');
    expect(await archivist.done(archive.requeue, request)).toEqual(requeued);
    expect(await archivist.done(archive.saveFonds, { body, key: 'named-once' })).toEqual(savedFonds);
    expect(await archivist.done(archive.saveItem, { body: item, key: 'set-once' })).toEqual(savedItem);
    expect((await archivist.call(archive.requeue, { params: { id: first.id } })).status).toBe(404);
    expect((await archivist.call(archive.saveItem, { body: item })).status).toBe(404);
    await moveArchivist('330127-xfj');
    expect(await detailOf(first)).toMatchObject({ state: 'kept', version: 1 });
  });

  test('concurrent saves each record the previous fonds code in the audit log', async () => {
    await Promise.all(
      ['K1', 'K2', 'K3'].map((code) => archivist.done(archive.saveFonds, { body: { ...body, code } })),
    );
    const { rows } = await sql<{ code: string; before: string }>`
      select detail ->> 'code' as code, detail ->> 'before' as before from audit_links
      where action = 'archive.save-fonds' order by seq desc limit 3`.execute(db);
    const [last, middle, early] = rows;
    expect([last?.before, middle?.before, early?.before]).toEqual([middle?.code, early?.code, 'J068']);
    await archivist.done(archive.saveFonds, { body });
  });
});

describe('the fonds name of an archive package', () => {
  test('stays unchanged when the package is made again after the settings changed', async () => {
    const order = await archivePetition();
    const saveFondsName = (name: string) =>
      archivist.done(archive.saveFonds, { body: { orgId: '330127-xfj', code: 'J068', name } });
    const makeAgain = async () => {
      await archivist.done(archive.requeue, { params: { id: order.id } });
      await makePackages(context);
      return await detailOf(order);
    };
    await saveFondsName('淳安县信访工作服务中心');
    // The content is unchanged.
    expect((await makeAgain()).version).toBe(1);
    await db
      .updateTable('archive_packages')
      .set({ found: 'changed' })
      .where('workorder_id', '=', order.id)
      .execute();
    const { version, number } = await makeAgain();
    expect(version).toBe(2);
    const metadata = unzip(await packageOf(order)).get(packageParts.metadata) ?? '';
    expect(String(metadata)).toContain('<全宗名称>县信访局</全宗名称>');
    expect(String(metadata)).toContain(`<档号值>${number}</档号值>`);
    await saveFondsName('县信访局');
  });
});

describe('access to an archive package', () => {
  const path = pathOf(archive.file, { id: first.id, version: '1' });

  test('requires a download ticket of that package: a session or another ticket is rejected', async () => {
    expect((await fetchFile(path, {}, await tokenOf('fangning'))).status).toBe(401);
    expect((await fetchFile(path, { ticket: await anyTicket(`${first.id}`) })).status).toBe(401);
    expect((await fetchFile(path, { ticket: await anyTicket('archive:') })).status).toBe(401);
    const { ticket } = await archivist.done(archive.requestDownload, {
      params: { id: first.id },
      body: { purpose: '查' },
    });
    const other = await archivePetition();
    const otherPath = pathOf(archive.file, { id: other.id, version: '1' });
    expect((await fetchFile(otherPath, { ticket })).status).toBe(401);
    // A ticket is valid once, even if it was refused.
    expect((await fetchFile(path, { ticket })).status).toBe(401);
  });

  test('binds each ticket to its usage record and returns the bytes only once', async () => {
    const requestTicket = () =>
      archivist.done(archive.requestDownload, { params: { id: first.id }, body: { purpose: '复核' } });
    const { ticket } = await requestTicket();
    expect((await fetchFile(path, { ticket })).status).toBe(200);
    expect((await fetchFile(path, { ticket })).status).toBe(401);
    const { rows } = await archivist.done(archive.usageRecords, { query: { keyword: '复核' } });
    for (const { id } of rows) {
      expect((await fetchFile(path, { ticket: await anyTicket(`archive:${id}`) })).status).toBe(401);
      const body = { purpose: 'archive' as 'download', subject: `archive:${id}` };
      expect((await archivist.call(session.createTicket, { body })).status).toBe(400);
    }
    expect(rows).toHaveLength(1);
    const unusedTicket = await requestTicket();
    const archivistRole = { staff_id: 'staff-fangning', role_code: 'archivist' };
    await db
      .deleteFrom('staff_roles')
      .where((row) => row.and(archivistRole))
      .execute();
    expect((await fetchFile(path, { ticket: unusedTicket.ticket })).status).toBe(403);
    await db.insertInto('staff_roles').values(archivistRole).execute();
  });

  test('is limited to archivists of the organisation: others get 404 or an empty list', async () => {
    await db.insertInto('staff_roles').values({ staff_id: 'staff-luobin', role_code: 'archivist' }).execute();
    const stranger = office.as('luobin');
    expect((await stranger.done(archive.page, {})).rows).toEqual([]);
    for (const call of [archive.detail, archive.requeue, archive.check]) {
      expect((await stranger.call(call, { params: { id: first.id } })).status).toBe(404);
    }
    for (const call of [archive.openPage, archive.requestDownload]) {
      const request = { params: { id: first.id }, body: { purpose: '看看' } };
      expect((await stranger.call(call, request)).status).toBe(404);
    }
    expect((await stranger.done(archive.usageRecords, {})).rows).toEqual([]);
    expect((await archivist.call(archive.detail, { params: { id: missing } })).status).toBe(404);
    await db
      .deleteFrom('staff_roles')
      .where('staff_id', '=', 'staff-luobin')
      .where('role_code', '=', 'archivist')
      .execute();
  });
});

describe('the archive catalogue', () => {
  test('lists the entries whose retention period is over (鉴定)', async () => {
    await sql`update archive_entries set kept_until = '2026-01-01' where workorder_id = ${first.id}::uuid`.execute(
      db,
    );
    const { rows } = await archivist.done(archive.page, { query: { tab: 'expired' } });
    expect(rows.map(({ id, expired }) => [id, expired])).toEqual([[first.id, true]]);
    expect((await archivist.done(archive.figures, {})).expired).toBe(1);
  });

  test('is exported as a spreadsheet with the filters of the list', async () => {
    const task = await archivist.done(exportTasks.request, {
      body: {
        list: 'archive',
        query: { period: 'D30', sort: 'number', order: 'asc' },
        columns: ['number', 'title'],
      },
    });
    await writeExports(context);
    const { bytes } = await fetchFile(
      pathOf(exportTasks.file, { id: task.id }),
      {},
      await tokenOf('fangning'),
    );
    const sheet = await sheetOf(bytes);
    expect(sheet[0]).toEqual(['档号', '题名']);
    expect(sheet[1]?.[0]).toBe('J068-WS·2026-D30-LX-0001');
    const refusal = await office.as('liuyang').call(exportTasks.check, { body: { list: 'archive' } });
    expect(refusal.status).toBe(403);
  });
});
