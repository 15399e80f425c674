import type { Context } from '#server/framework/context.ts';
import type { Config } from '#server/kernel/config/config.ts';
import { reasonOf, StartupError } from '#server/kernel/errors/startup-error.ts';
import { encryptStoredForms, hasForms } from '#server/modules/cases/handling/service.ts';
import { clearFormCache } from '#server/modules/design/forms/service.ts';
import { requireSecondFactorOfAdministrators } from '#server/modules/operations/login-policy/service.ts';
import { currentHolidays } from '#server/modules/organisation/holidays/service.ts';
import { type DemoAccount, listDemoAccounts, writeDemoAccounts } from './accounts.ts';
import { readHolidays } from './data/holidays.ts';
import { createServiceOffice } from './demo/service-office.ts';
import { createStaffDirectory } from './demo/staff-directory.ts';
import { composeStories, performStories } from './demo/stories.ts';
import { readOffice, readPermissions } from './office.ts';
import { publishDocumentTemplates } from './publish-document-templates.ts';
import { publishItems } from './publish-items.ts';
import { publishRules } from './publish-rules.ts';
import { addScheduleEntries } from './schedule-entries.ts';
import { beginStep, findStep, finishStep, withSeedLock } from './seed.queries.ts';
import {
  addAdministrator,
  addArchive,
  addArchivists,
  addCommonOpinions,
  addDemoStaff,
  addDocumentTemplates,
  addHolidayRows,
  addLaterPeople,
  addMessageSettings,
  addOffice,
  addRegions,
  addRoles,
} from './steps.ts';

export interface SeedReport {
  /** Steps that this start performed; empty at every later start. */
  completedSteps: string[];
  /** The demo's people; empty in production. */
  accounts: DemoAccount[];
  /**
   * Only in production, and only once: the password of the first administrator, which is printed and not
   * stored.
   */
  oneTimePassword?: string;
}

export interface SeedOptions {
  /** Prints the progress, and once the password of a new production system; to the terminal by default. */
  print?(text: string): void;
}

/** Returns an error that says what an operator can do about a failed step; its stack is in the log. */
function stepError(
  name: string,
  text: string | undefined,
  mode: Config['mode'],
  cause: unknown,
): StartupError {
  const reason = reasonOf(cause);
  const [chinese, english] =
    mode === 'demo'
      ? [
          '演示数据不需要保留的，请换一个空的 DATA_DIR（或数据库）重新开始；需要保留的，请先用原来的版本启动',
          'if the demo data need not be kept, start on an empty DATA_DIR or database; else start the version that was used before',
        ]
      : [
          '请先用升级前的版本启动，办理不受影响',
          'start the version from before the upgrade, which works as before',
        ];
  return new StartupError(
    `准备数据的步骤 ${name}${text === undefined ? '' : `（${text}）`}没有完成：${reason}。已有数据没有改动，下次启动会从这一步继续。${chinese}，并把日志中的 “A step of setting up the data failed” 一行报给开发者。`,
    `The step ${name} of setting up the data failed: ${reason}. Existing data is unchanged, and the next start continues with this step; ${english}, and report the line “A step of setting up the data failed” of the log.`,
    { cause },
  );
}

/** The seed of the demo's random choices, so that every new demo gets the same orders. */
const storySeed = 20_260_101;

/**
 * Fills a new database: the demo office with its work orders, or in production the regions, holidays, roles
 * and one administrator. Every step is done once, even if several servers start at the same time on one
 * database; an interrupted step continues at the next start.
 */
export function seed(context: Context, options: SeedOptions = {}): Promise<SeedReport> {
  return withSeedLock(context.db, () => seedLocked(context, options));
}

async function seedLocked(context: Context, options: SeedOptions): Promise<SeedReport> {
  const report: SeedReport = { completedSteps: [], accounts: [] };
  const print = options.print ?? ((text: string) => void process.stdout.write(`${text}\n`));

  async function runOnce(
    name: string,
    text: string | undefined,
    work: (startedAt: Date) => Promise<void>,
  ): Promise<void> {
    const before = await findStep(context.db, name);
    if (before?.finished_at) return;
    if (text !== undefined) print(text);
    const startedAt = before?.started_at ?? context.now();
    await beginStep(context.db, name, startedAt);
    try {
      await work(startedAt);
    } catch (error) {
      if (error instanceof StartupError) throw error;
      context.log.error({ error, step: name }, 'A step of setting up the data failed');
      throw stepError(name, text, context.config.mode, error);
    }
    await finishStep(context.db, name, context.now());
    report.completedSteps.push(name);
  }

  await runOnce('regions', '正在导入行政区划', () => addRegions(context));
  await runOnce('holidays', '正在导入节假日', () => addHolidayRows(context, readHolidays()));
  await runOnce('roles', '正在建立角色和菜单', () => addRoles(context, readPermissions(context.config.mode)));
  const encryptForms = async () => {
    // A new office has no forms yet, and the message would only confuse its reader.
    const progressText = (await hasForms(context.db)) ? '正在加密办件表单中新标为加密的内容' : undefined;
    await runOnce('sealed-forms', progressText, async () => {
      await encryptStoredForms(context);
    });
  };
  if (context.config.mode === 'production') {
    await runOnce('administrator', '正在建立系统管理员', async () => {
      report.oneTimePassword = await addAdministrator(context);
      print(`系统管理员账号 admin，一次性密码 ${report.oneTimePassword}（只显示这一次，请登录后立即修改）`);
      print(`Administrator: admin, one-time password ${report.oneTimePassword} (shown only now)`);
    });
    await runOnce('second-factor', '正在要求管理人员使用二次验证', () =>
      requireSecondFactorOfAdministrators(context),
    );
    await encryptForms();
    return report;
  }

  const office = readOffice();
  await runOnce('office', '正在建立演示机构', () => addOffice(context, office));
  await runOnce('staff', '正在建立演示人员', () => addDemoStaff(context, office.staff));
  await runOnce('people-since', '正在补充演示人员', () => addLaterPeople(context, office));
  await runOnce('items', '正在发布事项、表单和流程', () => publishItems(context));
  // An office of an older version, whose forms have no encrypted telephone numbers, gets new versions of its items.
  await runOnce('items-with-sealed-telephones', '正在更新事项、表单和流程', async () => {
    await publishItems(context);
    clearFormCache(context.db);
  });
  await encryptForms();
  await runOnce('papers', '正在发布文书模板', () => addDocumentTemplates(context, office));
  await runOnce('archive', '正在设置归档', () => addArchive(context));
  await runOnce('archivists', '正在设置档案管理员', () => addArchivists(context, office));
  // An office of an older version, whose receipts have no due date, gets new versions of its documents.
  await runOnce('receipts-with-due-dates', '正在更新文书模板', () => publishDocumentTemplates(context));
  await runOnce('opinions', '正在录入常用意见', () => addCommonOpinions(context, office.staff));
  await runOnce('message-settings', '正在设置消息提醒方式', () => addMessageSettings(context));
  await runOnce('schedule', '正在录入日程', () => addScheduleEntries(context));
  await runOnce('rules', '正在发布规则', () => publishRules(context));
  report.accounts = listDemoAccounts(office, readPermissions());
  await writeDemoAccounts(context.config.dataDir, report.accounts);

  const orders = context.config.demo.orders;
  if (orders > 0) {
    await runOnce('demo-orders', `正在办理 ${orders} 件演示办件（约十秒）`, async (endsAt) => {
      const stories = composeStories({
        seed: storySeed,
        endsAt,
        orders,
        holidays: await currentHolidays(context.db),
        directory: createStaffDirectory(office.staff, office.organisations),
      });
      await performStories(stories, createServiceOffice(context));
    });
  }
  return report;
}
