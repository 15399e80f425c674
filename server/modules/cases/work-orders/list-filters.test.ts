import { describe, expect, test } from 'vitest';
import { workOrders } from '#contract/work-orders.ts';
import { openDesk } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { petition } from '#test/world/start-data.ts';

const office = await testOffice();
const desk = openDesk(office);

const waiting = await desk.start('zhangwei', petition(1));
const handled = await desk.start('zhangwei', petition(2));
await desk.press('liuyang', handled, 'receive', 'receive');

describe('filters of the lists', () => {
  const codesOf = async (query: Record<string, string>, account = 'liuyang') => {
    const { rows } = await office.as(account).done(workOrders.todoPage, { query });
    return rows.map(({ code }) => code).sort();
  };
  const ask = (query: Record<string, string>) => office.as('liuyang').call(workOrders.todoPage, { query });
  const bothCodes = [waiting.code, handled.code].sort();

  test('find a code by its beginning or its end, and title words anywhere', async () => {
    expect(await codesOf({ keyword: '2026' })).toEqual(bothCodes);
    expect(await codesOf({ keyword: waiting.code })).toEqual([waiting.code]);
    expect(await codesOf({ keyword: '电梯' })).toEqual(bothCodes);
    expect(await codesOf({ keyword: '停用（2' })).toEqual([handled.code]);
    expect(await codesOf({ keyword: waiting.code.slice(-5) })).toEqual([waiting.code]);
    expect(await codesOf({ keyword: `2期　电梯 ${handled.code.slice(-4)}` })).toEqual([]);
    expect(await codesOf({ keyword: ` 停用　电梯 ${handled.code.slice(-4)}` })).toEqual([handled.code]);
    for (const keyword of ['%', '_', '\\', "'", '电_', '无此内容'])
      expect(await codesOf({ keyword })).toEqual([]);
  });

  test('accept status, item, area and days, alone and combined', async () => {
    expect(await codesOf({ status: '3' })).toEqual([handled.code]);
    expect(await codesOf({ taskCode: 'petition-letter' })).toEqual(bothCodes);
    expect(await codesOf({ taskCode: 'permit-application' })).toEqual([]);
    expect(await codesOf({ areaCode: '330100' })).toEqual(bothCodes);
    expect(await codesOf({ areaCode: '330200' })).toEqual([]);
    expect(await codesOf({ startDate: '2026-03-02', endDate: '2026-03-02' })).toEqual(bothCodes);
    expect(await codesOf({ startDate: '2026-03-03' })).toEqual([]);
    expect(await codesOf({ keyword: '电梯', status: '2', areaCode: '330127' })).toEqual([waiting.code]);
  });

  test('find overdue and soon due orders by the working days of the holiday table', async () => {
    expect(await codesOf({ due: 'overdue' })).toEqual([]);
    expect(await codesOf({ due: 'soon' })).toEqual([waiting.code]);
    const previousTime = office.clock.now;
    office.clock.now = new Date('2026-03-20T02:00:00.000Z');
    expect(await codesOf({ due: 'overdue' })).toEqual(bothCodes);
    const { rows } = await office.as('liuyang').done(workOrders.todoPage);
    expect(new Set(rows.map(({ due }) => due.light))).toEqual(new Set(['red']));
    office.clock.now = previousTime;
  });

  test('return for 今日新到 the arrivals of the day, for 今日到期 what is due on it, with other filters', async () => {
    const previousTime = office.clock.now;
    expect(await codesOf({ tab: 'arrived' })).toEqual(bothCodes);
    expect(await codesOf({ tab: 'arrived', status: '2' })).toEqual([waiting.code]);
    expect(await codesOf({ tab: 'today' })).toEqual([]);
    // The last moment of the day is included, the first of the next day is not.
    office.clock.now = new Date('2026-03-02T15:59:59.999Z');
    expect(await codesOf({ tab: 'arrived' })).toEqual(bothCodes);
    office.clock.now = new Date('2026-03-02T16:00:00.000Z');
    expect(await codesOf({ tab: 'arrived' })).toEqual([]);
    const { rows } = await office
      .as('liuyang')
      .done(workOrders.todoPage, { query: { keyword: waiting.code } });
    office.clock.now = new Date(rows[0]?.due.dueAt ?? '');
    expect(rows[0]?.due.text).not.toBe('今日到期');
    expect(await codesOf({ tab: 'today' })).toEqual([waiting.code]);
    const counts = await office.as('liuyang').done(workOrders.todoCounts, {});
    expect(counts).toMatchObject({ all: 2, today: 1, arrived: 0 });
    office.clock.now = previousTime;
  });

  test('ignore empty values, also of status and due (S0 §5)', async () => {
    const empty = {
      keyword: ' ',
      status: '',
      areaCode: '',
      startDate: '',
      endDate: '',
      due: '',
      taskCode: '',
    };
    expect(await codesOf({ ...empty, sort: '', order: '', page: '', size: '' })).toEqual(bothCodes);
  });

  test('refuse an unknown status, also a very large number', async () => {
    for (const status of ['32768', '-32769', '9999999999999', '38', '1.5']) {
      const { status: responseStatus, body } = await ask({ status });
      expect(responseStatus).toBe(400);
      expect(body.problems).toEqual([{ field: 'status', message: '不是可选的值' }]);
    }
  });

  test('accept only the offered page sizes (S0 §9)', async () => {
    for (const size of ['1', '7', '201', '10000', '10.5']) {
      expect((await ask({ size })).body.problems).toEqual([
        { field: 'size', message: '每页条数只能是5、10、20、30、40、50、100、150、200' },
      ]);
    }
  });

  test('accept every documented name: some filter, the others have no effect (S0 §3)', async () => {
    const unusedParameters = {
      parent: '0',
      isWindow: '1',
      isReplace: '0',
      all: '1',
    };
    expect(await codesOf(unusedParameters)).toEqual(bothCodes);
    const matchingQueries: Record<string, string>[] = [
      { areaCode: '330127' },
      { areaCode: '3301' },
      { areaId: '330127' },
      { areaId: '10002' },
      { regionCode: '33' },
      { areaName: '淳安' },
      { areaCode: '330127', areaName: '别处' },
      { orgCode: '330127-xfj' },
      { orgCode: '10002' },
      { orgName: '信访局' },
      { orgCode: '330127-xfj', orgName: '别处' },
      { categoryId: 'petition' },
      { inputValue: '电梯' },
      { hallName: '接待' },
      { hallId: 'hall-xf' },
      { hallId: 'hall-xf', hallName: '别处' },
      { windowId: 'window-xf-1' },
    ];
    for (const query of matchingQueries)
      expect(await codesOf(query), JSON.stringify(query)).toEqual(bothCodes);
    const otherQueries: Record<string, string>[] = [
      { areaId: '330200' },
      { regionCode: '44' },
      { areaCode: '330127', areaId: '330200' },
      { areaName: '建德' },
      { orgCode: '330127-npc' },
      { orgName: '统计局' },
      { categoryId: 'permit' },
      { inputValue: '无此内容' },
      { hallName: '无此大厅' },
      { hallId: 'none' },
      { windowId: 'none' },
    ];
    for (const query of otherQueries) expect(await codesOf(query), JSON.stringify(query)).toEqual([]);
  });

  const tooLong = '为了提供更好的数据查询性能体验，设置查询时间段请不要超过一年。';
  test.each([
    ['2024-01-01', '2026-01-01', 'startDate', tooLong],
    ['2025-03-01', '', 'startDate', tooLong],
    ['', '2026-03-02', 'endDate', tooLong],
    ['2026-03-03', '2026-03-02', 'startDate', '开始日期不能晚于结束日期'],
    ['0001-01-01', '', 'startDate', '日期无法识别，请按“2026-11-20”填写'],
    ['0001-01-01', '9999-12-31', 'startDate', '日期无法识别，请按“2026-11-20”填写'],
    ['1900-01-01', '9999-12-31', 'startDate', tooLong],
  ])('refuse the date range from "%s" to "%s" (S0 §5)', async (startDate, endDate, field, message) => {
    for (const endpoint of [workOrders.todoPage, workOrders.donePage, workOrders.myWorkOrderPage]) {
      const { status, body } = await office.as('liuyang').call(endpoint, { query: { startDate, endDate } });
      expect([status, body.problems]).toEqual([400, [{ field, message }]]);
    }
  });

  test('accept exactly one year, and a start alone as a range until today (S0 §5)', async () => {
    expect(await codesOf({ startDate: '2025-03-02', endDate: '2026-03-02' })).toEqual(bothCodes);
    expect(await codesOf({ startDate: '2025-03-02' })).toEqual(bothCodes);
    expect(await codesOf({ startDate: '9999-12-31', endDate: '9999-12-31' })).toEqual([]);
    expect(await codesOf({ dueDay: '9999-12-31' })).toEqual([]);
  });

  test('return each row once over all pages, and an empty page after the end', async () => {
    const more = [];
    for (let number = 3; number <= 8; number += 1) more.push(await desk.start('zhangwei', petition(number)));
    const pages = await Promise.all([1, 2, 3].map((page) => codesOf({ page: String(page), size: '5' })));
    expect(pages.map((codes) => codes.length)).toEqual([5, 3, 0]);
    expect(pages.flat().sort()).toEqual([...bothCodes, ...more.map(({ code }) => code)].sort());
  });
});
