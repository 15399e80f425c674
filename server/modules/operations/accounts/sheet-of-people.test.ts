import { readXlsx, type WriteSheet, writeXlsx } from 'hucre/xlsx';
import { describe, expect, test } from 'vitest';
import { accounts } from '#contract/accounts.ts';
import { firstPasswords, people, peopleSheet } from '#contract/people.ts';
import { isPassword, noPasswordHash } from '#server/modules/access/session/password-hash.ts';
import { describeCalls } from '#test/world/call-tests.ts';
import { openDesk } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { recordStatements } from '#test/world/sent-statements.ts';
import { petition } from '#test/world/start-data.ts';

const office = await testOffice();
const { db, crypto } = office.context;
const system = office.as('tianye');
/** All other people are refused: only the system administrator may make these calls. */
const others = { zhangwei: 403, shenjie: 403, xiaohan: 403, dongmei: 403, yuanyuan: 403 };

type Rows = NonNullable<WriteSheet['rows']>;
const head = [
  '*账号',
  '*姓名',
  '*机构编码',
  '部门编码',
  '职务',
  '岗位编码',
  '用户组编码',
  '窗口编码',
  '角色',
  '身份证号',
  '手机号码',
];
const workbookOf = async (rows: Rows) =>
  Buffer.from(await writeXlsx({ sheets: [{ name: '人员', rows: [head, ...rows] }] })).toString('base64');
const newcomer = [
  'zhoulan',
  '周岚',
  '330127-xfj',
  '330127-xfj-bxk',
  '科员',
  'petition-examiner、undertaker',
  'petition-receivers',
  'window-xf-1',
  null,
  '33012719900101108x',
  '15405713333',
];

const staffOf = (account: string) =>
  db.selectFrom('staff').selectAll().where('account', '=', account).executeTakeFirst();

/** Previews the rows and imports them. */
async function importRows(rows: Rows, importer = system) {
  const file = await workbookOf(rows);
  const { digest, problems } = await importer.done(peopleSheet.preview, { body: { file } });
  return { problems, answer: await importer.call(peopleSheet.apply, { body: { file, digest } }) };
}

/**
 * Runs the work while the system administrator may also grant roles, like the first administrator in
 * production.
 */
async function withBothAdministratorRoles<Result>(work: () => Promise<Result>): Promise<Result> {
  const both = { staff_id: 'staff-tianye', role_code: 'security-admin' };
  await db.insertInto('staff_roles').values(both).execute();
  const result = await work();
  await db
    .deleteFrom('staff_roles')
    .where((row) => row.and(both))
    .execute();
  return result;
}

describeCalls(office, peopleSheet, {
  template: {
    caller: 'tianye',
    request: {},
    refusedFor: others,
    checkAnswer: async ({ file }) => {
      const { sheets } = await readXlsx(Buffer.from(file, 'base64'));
      // The heading says that the system administrator may not fill the roles in.
      const headWithWarning = head.map((title) =>
        title === '角色' ? '角色（由安全管理员授予，您不能填写）' : title,
      );
      expect(sheets[0]?.rows).toEqual([headWithWarning]);
      const codes = sheets.find(({ name }) => name === '编码对照')?.rows ?? [];
      expect(codes[0]).toEqual(
        ['机构', '部门', '岗位', '用户组', '窗口'].flatMap((kind) => [`${kind}编码`, `${kind}名称`]),
      );
      const listed = (column: number) => codes.map((row) => row.slice(column, column + 2));
      expect(listed(0)).toContainEqual(['330127-xfj', '淳安县信访局']);
      expect(listed(2).map(([code]) => code)).toContain('330127-xfj-bxk');
      expect(listed(4)).toContainEqual(['petition-examiner', '信访受理审查岗']);
      expect(listed(8).map(([code]) => code)).toContain('window-xf-1');
      await withBothAdministratorRoles(async () => {
        const own = await system.done(peopleSheet.template);
        const [sheet] = (await readXlsx(Buffer.from(own.file, 'base64'))).sheets;
        expect(sheet?.rows).toEqual([head]);
      });
    },
  },
  exportRows: {
    caller: 'tianye',
    request: {},
    refusedFor: others,
    checkAnswer: async ({ file }) => {
      const { sheets } = await readXlsx(Buffer.from(file, 'base64'));
      const zhang = sheets[0]?.rows.find(([account]) => account === 'zhangwei');
      expect(zhang?.slice(0, 9)).toEqual([
        'zhangwei',
        '张伟',
        '330127-xfj',
        '330127-xfj-bxk',
        '来信登记员',
        '',
        'petition-receivers',
        'window-xf-1',
        '窗口人员',
      ]);
      // Numbers are never exported; importing an export changes nothing.
      expect(JSON.stringify(sheets)).not.toContain('330127199003129970');
      const preview = await system.done(peopleSheet.preview, { body: { file } });
      expect(preview).toMatchObject({ added: 0, changed: 0, wrong: 0 });
    },
  },
  preview: {
    caller: 'tianye',
    request: async () => ({ body: { file: await workbookOf([newcomer]) } }),
    refusedFor: others,
    checkAnswer: async (preview) => {
      expect(preview).toMatchObject({ added: 1, changed: 0, wrong: 0 });
      // Secrets are not shown.
      expect(JSON.stringify(preview)).not.toMatch(/15405713333|33012719900101108/);
      expect(await staffOf('zhoulan')).toBeUndefined();
    },
  },
  apply: {
    caller: 'tianye',
    request: async () => {
      const file = await workbookOf([newcomer]);
      const { digest } = await system.done(peopleSheet.preview, { body: { file } });
      return { body: { file, digest } };
    },
    refusedFor: others,
    checkAnswer: async (answer) => {
      expect(answer).toEqual({ added: 1, changed: 0 });
      const person = await staffOf('zhoulan');
      expect(person).toMatchObject({
        name: '周岚',
        department_id: '330127-xfj-bxk',
        id_card_digest: crypto.searchHash('33012719900101108X'),
        password_hash: noPasswordHash,
        must_change_password: false,
      });
      expect(crypto.open(person?.mobile_sealed ?? '')).toBe('15405713333');
      const { positions, groups, windows } = await system.done(people.detail, {
        params: { id: person?.id ?? '' },
      });
      expect([positions, groups, windows].map((rows) => rows.map(({ id }) => id))).toEqual([
        ['petition-examiner', 'undertaker'],
        ['petition-receivers'],
        ['window-xf-1'],
      ]);
    },
  },
});

describe('a spreadsheet import of people', () => {
  test('reports all problems by row, and then imports nothing', async () => {
    const { problems, answer } = await importRows([
      ['good', '好人', '330127-xfj'],
      ['Bad Name', '坏', '330127-xfj'],
      ['nowhere', '无处', 'nothing', 'nothing'],
      ['strange', '生人', '330127-xfj', '330127-zwb-ckk', null, 'nothing', 'nothing', 'nothing'],
      ['role-wish', '想要', '330127-xfj', null, null, null, null, null, '经办人'],
      ['same-card-1', '甲', '330127-xfj', null, null, null, null, null, null, '330127199102032218', '123'],
      ['same-card-2', '乙', '330127-xfj', null, null, null, null, null, null, '330127199102032218'],
      ['used-card', '丙', '330127-xfj', null, null, null, null, null, null, '330127199003129970'],
      ['dongmei', '董梅', '330127-sjj', null, null, null, null, null, '安全管理员', '330127199102032218'],
      ['blank', null, '330127-xfj'],
    ]);
    expect(problems.map(({ row, column, message }) => `${row} ${column} ${message}`)).toEqual([
      '3 账号 账号须为2至32位，以小写字母或数字开头，只能包含小写字母、数字、点、下划线和连字符',
      '4 机构编码 没有编码为“nothing”的机构',
      '4 部门编码 没有编码为“nothing”的部门',
      expect.stringMatching(/^5 部门编码 .*不属于/),
      '5 岗位编码 没有编码为“nothing”的岗位',
      '5 用户组编码 没有编码为“nothing”的用户组',
      '5 窗口编码 没有编码为“nothing”的窗口',
      '6 角色 角色由安全管理员授予，请删除本列或保持原样',
      '7 手机号码 请输入正确的手机号',
      '8 身份证号 与第 7 行的身份证号相同',
      '9 身份证号 该身份证号已登记在账号“zhangwei”名下',
      '10 身份证号 与第 8 行的身份证号相同',
      // A cell is reported only once.
      '11 姓名 不能为空',
    ]);
    expect(answer.body.errcode).toBe(400);
    expect(await staffOf('good')).toBeUndefined();
  });

  test('changes the given values, and keeps numbers, passwords, the landing page and all other people', async () => {
    const before = await staffOf('lina');
    const people = (await db.selectFrom('staff').select('id').execute()).length;
    const { answer } = await importRows([
      ['lina', '李娜', '330127-xfj', '330127-xfj-bxk', '组长', 'undertaker', null, null, '窗口人员'],
    ]);
    expect(answer.body.data).toEqual({ added: 0, changed: 1 });
    expect(await staffOf('lina')).toMatchObject({
      title: '组长',
      id_card_digest: before?.id_card_digest,
      mobile_sealed: before?.mobile_sealed,
      default_landing: before?.default_landing,
      password_hash: before?.password_hash,
    });
    expect((await db.selectFrom('staff').select('id').execute()).length).toBe(people);
  });

  test('grants roles only by an administrator who may grant them, to others, and keeps the last administrator', async () => {
    await withBothAdministratorRoles(async () => {
      const granted = await importRows([
        [
          'lina',
          '李娜',
          '330127-xfj',
          '330127-xfj-bxk',
          '组长',
          'undertaker',
          null,
          null,
          '经办人、窗口人员',
        ],
        ['new-clerk', '新人', '330127-xfj', null, null, null, null, null, '窗口人员'],
      ]);
      expect(granted.answer.body.data).toEqual({ added: 1, changed: 1 });
      const refused = await importRows([
        ['tianye', '田野', '330127-sjj', '330127-sjj-ywk', '系统管理员', null, null, null, '经办人'],
        ['yuanyuan', '袁媛', '330127-sjj', '330127-sjj-nsk', '审计管理员', null, null, null, '经办人'],
        ['dongmei', '董梅', '330127-sjj', '330127-sjj-aqk', '安全管理员', null, null, null, '没有的角色'],
      ]);
      expect(refused.problems.map(({ row, column }) => [row, column])).toEqual(
        expect.arrayContaining([
          [2, '角色'],
          [3, '角色'],
          [4, '角色'],
        ]),
      );
    });
    const roles = await db
      .selectFrom('staff_roles')
      .select('role_code')
      .where('staff_id', '=', 'staff-lina')
      .orderBy('role_code')
      .execute();
    expect(roles.map(({ role_code }) => role_code)).toEqual(['handler', 'window-clerk']);
  });

  test('uses about as many statements for two thousand people as for twenty', async () => {
    const rowsOf = (count: number, name: string) =>
      Array.from({ length: count }, (_, index) => [
        `${name}-${index}`,
        `职员${index}`,
        '330127-xfj',
        '330127-xfj-bxk',
        '科员',
        'undertaker',
        'petition-receivers',
        'window-xf-1',
      ]);
    const statementsOf = async (count: number, name: string) => {
      const { sent, stop } = recordStatements();
      const { answer } = await importRows(rowsOf(count, name)).finally(stop);
      expect(answer.body.data).toEqual({ added: count, changed: 0 });
      // Notifications to pages and jobs are sent after the answer, and a connection gets its limits once.
      return sent
        .map(({ text }) => text)
        .filter((text) => !text.includes('pg_notify') && !text.startsWith('set statement_timeout'));
    };
    await statementsOf(20, 'warm');
    const [few, many] = [await statementsOf(20, 'few'), await statementsOf(2_000, 'many')];
    // Rows are inserted in batches of hundreds; one query for each person would be two thousand more.
    expect(many.length, many.map((text) => text.slice(0, 60)).join('\n')).toBeLessThan(few.length + 40);
    for (const name of ['warm', 'few', 'many'])
      await db.deleteFrom('staff').where('account', 'like', `${name}-%`).execute();
  });
});

const idsInputOf = async (...names: string[]) => {
  const ids = await Promise.all(names.map(async (account) => (await staffOf(account))?.id ?? ''));
  return { body: { ids } };
};
const removePassword = async (account: string) => {
  await db
    .updateTable('staff')
    .set({ password_hash: noPasswordHash })
    .where('account', '=', account)
    .execute();
};

describeCalls(office, firstPasswords, {
  peopleWithoutPassword: {
    caller: 'tianye',
    request: async () => {
      await removePassword('hudong');
      await removePassword('yuanyuan');
      return {};
    },
    refusedFor: others,
    checkAnswer: async ({ rows, barred }) => {
      expect(rows.map(({ account }) => account)).toContain('hudong');
      // An administrator of the portal gets no password from another administrator (0085).
      expect(rows.map(({ account }) => account)).not.toContain('yuanyuan');
      expect(barred).toEqual(['yuanyuan']);
      const { rows: listed } = await system.done(accounts.list, {
        query: { state: 'no-password', size: '100' },
      });
      expect(listed.find(({ account }) => account === 'hudong')).toMatchObject({ withoutPassword: true });
    },
  },
  issue: {
    caller: 'tianye',
    request: async () => {
      await removePassword('xujun');
      await removePassword('yuanyuan');
      return idsInputOf('xujun', 'yuanyuan', 'zhangwei');
    },
    refusedFor: others,
    invalidInputs: [
      {
        makeInvalid: () => ({ body: { ids: Array(21).fill('x') } }),
        expectedProblems: [['ids', '最多20项']],
      },
    ],
    checkAnswer: async ({ rows }) => {
      expect(rows.map(({ account }) => account)).toEqual(['xujun']);
      const person = await staffOf('xujun');
      expect(person?.must_change_password).toBe(true);
      expect(await isPassword(rows[0]?.oneTimePassword ?? '', person?.password_hash ?? '')).toBe(true);
      const storedKeys = await db.selectFrom('idempotency_keys').selectAll().execute();
      expect(JSON.stringify(storedKeys)).not.toContain(rows[0]?.oneTimePassword);
    },
  },
});

test('a first password is returned again for a repeated request, and not issued to a person who has one', async () => {
  await removePassword('gaofeng');
  const sent = { ...(await idsInputOf('gaofeng')), key: 'first-of-gaofeng' };
  const first = await system.call(firstPasswords.issue, sent);
  const again = await system.call(firstPasswords.issue, sent);
  expect(again.text).toBe(first.text);
  expect(first.text).toContain('gaofeng');
  const other = await system.done(firstPasswords.issue, await idsInputOf('gaofeng'));
  expect(other.rows).toEqual([]);
});

test('an import that leaves tasks without a handler warns in the preview, and an outdated preview is refused', async () => {
  const desk = openDesk(office);
  await db
    .deleteFrom('staff_positions')
    .where('position_id', '=', 'petition-examiner')
    .where('staff_id', '<>', 'staff-zhaomin')
    .execute();
  const openTask = async (number: number) => {
    const order = await desk.start('zhangwei', petition(number));
    await desk.press('liuyang', order, 'receive', 'receive');
  };
  await openTask(71);
  const { sheets } = await readXlsx(
    Buffer.from((await system.done(peopleSheet.exportRows, {})).file, 'base64'),
  );
  const personRow = sheets[0]?.rows.find(([account]) => account === 'zhaomin') ?? [];
  const withoutPost = personRow.map((cell, index) =>
    head[index] === '岗位编码' ? null : cell,
  ) as Rows[number];
  const file = await workbookOf([withoutPost]);
  const check = () => system.done(peopleSheet.preview, { body: { file } });
  const preview = await check();
  expect(preview.warnings).toEqual([
    '导入后有 1 件待办将无人可办。系统不会自动转给他人，办件管理员会收到消息，在“工作移交”中移交或改派。',
  ]);
  await openTask(72);
  const stale = await system.call(peopleSheet.apply, { body: { file, digest: preview.digest } });
  expect(stale.body.errmsg).toBe('数据已变动，请重新预览');
  await db.deleteFrom('messages').execute();
  await system.done(peopleSheet.apply, { body: { file, digest: (await check()).digest } });
  const notified = await db
    .selectFrom('messages')
    .select('content')
    .where('staff_id', '=', 'staff-shenjie')
    .execute();
  expect(notified).toEqual([{ content: '导入人员后，有 2 件待办无人可办。请在“工作移交”中移交或改派。' }]);
});
