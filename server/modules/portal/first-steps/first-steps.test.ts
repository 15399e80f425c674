import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { firstSteps } from '#contract/first-steps.ts';
import type { FirstStepCode } from '#domain/first-steps/first-steps.ts';
import { readPermissions } from '#server/seeds/office.ts';
import { addAdministrator, addRoles } from '#server/seeds/steps.ts';
import { describeCalls } from '#test/world/call-tests.ts';
import { createTestDatabase } from '#test/world/database.ts';
import { officeKey, testOffice } from '#test/world/office.ts';
import { testContext } from '#test/world/portal.ts';
import { listPeopleWithPermissions, readFigures } from './queries.ts';

const office = await testOffice();

describeCalls(office, firstSteps, {
  show: {
    caller: 'tianye',
    request: {},
    // People who handle matters set nothing up and do not need this list.
    refusedFor: { zhangwei: 403, wujianguo: 403, shenjie: 403, yuanyuan: 403 },
    checkAnswer: ({ officeName, steps, figures }) => {
      expect(officeName).toBe('淳安县人民政府');
      const stepOf = (code: FirstStepCode) => steps.find((step) => step.code === code);
      expect(stepOf('items')).toEqual({
        code: 'items',
        isDone: true,
        isOptional: false,
        isMine: false,
        doers: ['肖涵'],
      });
      expect(stepOf('auditAdmin')).toMatchObject({ isDone: true, isMine: false, doers: ['董梅'] });
      expect(stepOf('separateHands')).toMatchObject({ isDone: true });
      expect(stepOf('people')).toMatchObject({ isDone: true, isMine: true });
      expect(stepOf('office')).toMatchObject({ isDone: true });
      expect(figures.people).toBeGreaterThan(20);
    },
  },
});

test('a newly installed office has one administrator, no name and nothing else', async () => {
  const database = await createTestDatabase();
  try {
    const context = testContext({
      db: database.db,
      folder: tmpdir(),
      key: officeKey,
      now: () => new Date('2026-11-24T09:00:00+08:00'),
    });
    await addRoles(context, readPermissions());
    await addAdministrator(context);
    expect(await readFigures(database.db, 2026)).toEqual({
      officeName: '本单位',
      officeIsNamed: false,
      organisations: 1,
      halls: 0,
      windows: 0,
      posts: 0,
      groups: 0,
      people: 0,
      peopleWithoutRoles: 0,
      peopleWithoutRights: 0,
      configurers: 0,
      auditAdmins: 0,
      mixedHands: 1,
      matterAdmins: 0,
      hasHolidays: false,
      forms: 0,
      processes: 0,
      items: 0,
      orders: 0,
    });
    const holders = await listPeopleWithPermissions(database.db, ['staff:manage', 'item:publish'], 3);
    expect([...holders]).toEqual([
      ['staff:manage', ['系统管理员']],
      ['item:publish', []],
    ]);
  } finally {
    await database.drop();
  }
});
