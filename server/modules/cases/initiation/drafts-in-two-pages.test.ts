import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { initiation } from '#contract/initiation.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import { testOffice } from '#test/world/office.ts';
import { petition } from '#test/world/start-data.ts';

/** Tests that two pages with one draft do not overwrite each other in silence (docs/decisions/0194). */

const office = await testOffice();
const clerk = office.as('zhangwei');
let lastNumber = 0;

afterAll(async () => {
  expect(await checkInvariants(office.context.db)).toEqual([]);
});

interface Save {
  id?: string;
  over?: string;
  pageId?: string;
  applicant: string;
}
const bodyOf = ({ applicant, ...draft }: Save) => {
  const { taskCode, itemDeployId, workorderForms } = petition(lastNumber).start;
  return { body: { taskCode, itemDeployId, workorderForms, applyer: { name: applicant }, ...draft } };
};
const save = (draft: Save, options?: { key: string }) =>
  clerk.call(initiation.saveDraft, { ...bodyOf(draft), ...options });
const saved = (draft: Save) => clerk.done(initiation.saveDraft, bodyOf(draft));
const newDraft = () => {
  lastNumber += 1;
  return saved({ applicant: '暂存', pageId: randomUUID() });
};
const read = (id: string) => clerk.done(initiation.draft, { params: { workorderId: id } });
const changedElsewhere = { errcode: 40961, errmsg: '该草稿已在其他页面修改' };

describe('a draft that is open in two pages', () => {
  test('is refused when the other page has saved it since it was opened, and keeps the other text', async () => {
    const { id, updatedAt: over } = await newDraft();
    const first = await saved({ id, over, pageId: 'page-a', applicant: '甲页' });
    const second = await save({ id, over, pageId: 'page-b', applicant: '乙页' });
    expect([second.status, second.body]).toEqual([409, expect.objectContaining(changedElsewhere)]);
    expect(await read(id)).toMatchObject({ applyer: { name: '甲页' }, updatedAt: first.updatedAt });
  });

  test('is saved over the newer content with its time, or without one', async () => {
    const { id, updatedAt: over } = await newDraft();
    const { updatedAt } = await saved({ id, over, pageId: 'page-a', applicant: '甲页' });
    await saved({ id, over: updatedAt, pageId: 'page-b', applicant: '乙页' });
    // The page that was overwritten is told so, as its own save is no longer the last one.
    expect((await save({ id, over: updatedAt, pageId: 'page-a', applicant: '甲页' })).body).toMatchObject(
      changedElsewhere,
    );
    await saved({ id, pageId: 'page-a', applicant: '甲页覆盖' });
    expect(await read(id)).toMatchObject({ applyer: { name: '甲页覆盖' } });
  });

  test('never conflicts with the saves of its own page, even if an answer was lost', async () => {
    const { id, updatedAt: over } = await newDraft();
    const key = randomUUID();
    const draft = { id, over, pageId: 'page-a', applicant: '第一次' };
    const first = await save(draft, { key });
    const repeated = await save(draft, { key });
    expect(repeated.text).toBe(first.text);
    // The answer never arrived: the page still names the time at which it opened the draft.
    await saved({ ...draft, applicant: '第二次' });
    await saved({ ...draft, applicant: '第三次' });
    expect(await read(id)).toMatchObject({ applyer: { name: '第三次' } });
  });

  test('gets a later time with each save, also within one millisecond', async () => {
    const { id, updatedAt } = await newDraft();
    const times = [updatedAt];
    for (let round = 0; round < 3; round += 1) {
      times.push((await saved({ id, over: times.at(-1), applicant: `${round}` })).updatedAt);
    }
    expect(times).toEqual([...new Set(times)].sort());
  });

  test('takes exactly one of the saves that arrive at the same time', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id, updatedAt: over } = await newDraft();
      const pages = ['甲页', '乙页', '丙页', '丁页'];
      const answers = await Promise.all(
        pages.map((applicant) => save({ id, over, pageId: applicant, applicant })),
      );
      const codes = answers.map(({ body }) => body.errcode);
      expect(codes.toSorted()).toEqual([0, 40961, 40961, 40961]);
      expect(await read(id)).toMatchObject({ applyer: { name: pages[codes.indexOf(0)] } });
    }
  });

  test('that was deleted or is another person’s is reported as not found, not as changed', async () => {
    const { id, updatedAt: over } = await newDraft();
    const other = await office.as('lina').call(initiation.saveDraft, bodyOf({ id, over, applicant: '他人' }));
    expect(other.body.errcode).toBe(404);
    await clerk.done(initiation.deleteDrafts, { body: { ids: id } });
    expect((await save({ id, over, applicant: '已删' })).body.errcode).toBe(404);
  });
});
