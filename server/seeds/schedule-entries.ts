import { schedule } from '#contract/schedule.ts';
import { addDays, localDateOf, startOfDay } from '#domain/calendar/local-date.ts';
import { mondayOf } from '#domain/schedule/calendar-view-days.ts';
import type { RemindAdvance } from '#domain/schedule/remind-advance.ts';
import type { Context } from '#server/framework/context.ts';
import { getActor } from '#server/modules/access/session/actor.ts';
import { createEntry } from '#server/modules/portal/schedule/service.ts';
import { unwrap } from './unwrap.ts';

interface DemoEntry {
  /** Days after this week's Monday. */
  day: number;
  startTime: string;
  minutes: number;
  name: string;
  address: string;
  remind: RemindAdvance | null;
}

const entry = (
  day: number,
  startTime: string,
  minutes: number,
  name: string,
  address: string,
  remind: RemindAdvance | null = null,
): DemoEntry => ({ day, startTime, minutes, name, address, remind });

const meetingRoom = '信访局 205 室';
const reception = '县人民来访接待中心';

/** Weekly and single entries of the people most used in demonstrations; two of them at the same time. */
const entriesOf: Readonly<Record<string, readonly DemoEntry[]>> = {
  liuyang: [
    ...[-14, -7, 0, 7, 14].flatMap((week) => [
      entry(week, '09:00', 60, '信访工作例会', meetingRoom, 15),
      entry(week + 4, '09:00', 150, '接访日', reception, 60),
    ]),
    entry(-5, '14:30', 90, '阳光城小区现场走访', '阳光城小区物业服务中心', 60),
    entry(-4, '15:00', 60, '积案化解推进会', '县政府 3 号会议室', 15),
    entry(2, '14:00', 120, '培训：依法分类处理', '县委党校', 1440),
    entry(3, '10:00', 90, '人民路现场查看', '人民路 18 号'),
    entry(4, '14:30', 60, '电梯维修协调会', '住房和城乡建设局 302 室', 15),
    entry(4, '15:00', 60, '办信科例会', meetingRoom, 0),
    entry(9, '16:00', 60, '月度简报会稿', meetingRoom, 60),
  ],
  wujianguo: [
    entry(0, '08:30', 60, '局长办公会', '信访局 301 室', 15),
    entry(4, '09:00', 150, '领导接访', reception, 60),
    entry(7, '08:30', 60, '局长办公会', '信访局 301 室', 15),
  ],
  zhangwei: [
    entry(0, '08:40', 20, '窗口晨会', reception, 5),
    entry(8, '14:00', 60, '窗口轮岗培训', meetingRoom, 60),
  ],
};

/**
 * Writes entries around the day of the seed, so that the calendars of the demo are not empty. A new demo
 * shows no reminders on its first two days; one day would not be enough for a demo created just before midnight.
 */
export async function addScheduleEntries(context: Context): Promise<void> {
  const remindsFrom = startOfDay(addDays(localDateOf(context.now()), 2)).getTime() / 1000;
  const monday = mondayOf(localDateOf(context.now()));
  for (const [account, entries] of Object.entries(entriesOf)) {
    const actor = await getActor(context, account);
    for (const [index, { day, startTime, minutes, name, address, remind }] of entries.entries()) {
      const key = `demo-schedule-${account}-${index}`;
      const [hour = 0, minute = 0] = startTime.split(':').map(Number);
      const startDate = startOfDay(addDays(monday, day)).getTime() / 1000 + hour * 3600 + minute * 60;
      const isReminded = remind !== null && startDate - remind * 60 >= remindsFrom;
      const input = {
        scheduleName: name,
        address,
        startDate,
        endDate: startDate + minutes * 60,
        isRemind: isReminded,
        remindAdvance: isReminded ? remind : null,
      };
      const call = {
        context,
        actor,
        endpoint: schedule.create,
        idempotencyKey: key,
        requestHash: key,
        requestId: key,
      };
      unwrap(`Schedule of ${account}`, await createEntry(call, input));
    }
  }
}
