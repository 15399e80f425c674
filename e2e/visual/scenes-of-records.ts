import { expect } from '@playwright/test';
import { express } from '#contract/express.ts';
import { sideRecords } from '#contract/side-records.ts';
import { workOrders } from '#contract/work-orders.ts';
import { type SpecialState, specialRules } from '#domain/records/special.ts';
import { handlerBar } from '../handling.ts';
import { people } from '../people.ts';
import type { Scene } from './scene.ts';
import type { ScreenDriver } from './screen-driver.ts';

const detail = { screen: '/affair/detail/:code', who: people.receiver } as const;

/** Presses an entry of 更多 in the handler bar, and waits for its dialog. */
async function pressMore({ page }: ScreenDriver, name: string): Promise<void> {
  await handlerBar(page).getByRole('button', { name: '更多' }).click();
  await page
    .getByRole('menuitem', { name })
    .or(page.getByRole('button', { name, exact: true }))
    .first()
    .click();
  await expect(page.getByRole('dialog').last()).toBeVisible();
}

const issueStep = '制证送达';

const cardOf = ({ page }: ScreenDriver, name: string) =>
  page.getByRole('region', { name, exact: true }).first();

/** Opens an order that has one record with these commands; the order itself stays as it is. */
async function openWithRecord(
  driver: ScreenDriver,
  record: { kind: string; kindName: string; stateName: string; state: string; data: object },
  commands: Readonly<Record<string, string>>,
): Promise<void> {
  const opened = { openedAt: '2026-11-30T02:02:00.000Z', openedBy: '陈静' };
  const place = { traceId: null, nodeName: issueStep };
  const row = {
    id: 1,
    isOpen: true,
    ...place,
    ...opened,
    changedAt: opened.openedAt,
    changedBy: opened.openedBy,
    dueAt: null,
    pauses: [],
    extension: null,
    ...record,
  };
  const offers = Object.entries(commands).map(([command, label]) => ({
    kind: record.kind,
    command,
    label,
    recordId: 1,
    ...place,
    dangerous: command === 'cancel',
    whyNot: '',
  }));
  await driver.alter(workOrders.detailPage, (data) => Object.assign(data as object, { recordCount: 1 }));
  await driver.alter(sideRecords.list, (data) => Object.assign(data as object, { records: [row], offers }));
  await driver.openTask(issueStep);
  await expect(cardOf(driver, record.kindName)).toBeVisible();
}

const mailNum = 'SF1000000001';
const contents = '食品经营许可证正本、副本各 1';
const carrier = '顺丰速运';

const movingItem = {
  kind: 'express',
  kindName: '快递',
  state: 'moving',
  stateName: '寄送中',
  data: { sendType: '1', carrier, mailNum, contents, status: '51', deliveredAt: null, fault: '' },
};
const expressCommands = { receive: '登记签收', cancel: '取消寄送' };

const outputs = ['正本', '副本'].map((part) => ({
  name: `食品经营许可证（${part}）`,
  number: 'JY23301270000000',
  copies: 1,
}));
const waitingOutput = {
  kind: 'output',
  kindName: '出证',
  state: 'waiting',
  stateName: '待领取',
  data: { outputs, way: 'window', receipt: null, servedAt: null },
};

const askedPaper = (name: string, problem: number, reason: string) => ({
  id: null,
  name,
  problem,
  reason,
  fileIds: [],
  qualified: null,
  verdict: '',
});
const answeredCorrection = {
  kind: 'correction',
  kindName: '补正',
  state: 'submitted',
  stateName: '申请人已提交',
  data: {
    category: 1,
    papers: [
      askedPaper('经营场所使用证明', 2, '租赁合同或产权证复印件，合同须在有效期内。'),
      askedPaper('健康证明', 4, '健康证明已于 2026-10-31 到期，请换有效的。'),
      askedPaper('经营场所平面布局图', 5, '请标出后厨、洗消间、留样柜的位置和面积。'),
    ],
    limit: { amount: 10, unit: 1 },
    endsAt: '2026-12-14T15:59:59.999Z',
    round: 1,
    remark: '合同是今年 3 月续签的；健康证明已经换新。',
    submittedAt: '2026-12-01T01:31:00.000Z',
    remindedAt: null,
    reason: '',
  },
};

const trackAt = (status: string, statusLabel: string, at: string, description: string) => ({
  status,
  statusLabel,
  carrierCode: status,
  at,
  place: '汾口邮政支局',
  description,
  isReturn: false,
  signedBy: null,
});

/** An item as its carrier reports it after the second attempt. */
const deliveredItem = {
  mailNum,
  send_type: '1',
  carrier,
  contents,
  workorderId: '',
  workorderCode: '',
  sender: { name: '淳安*******心', phone: '0571-******00', address: '淳安县环湖***' },
  receiver: { name: '**利', phone: '138****6620', address: '淳安县汾口镇******' },
  isReturned: false,
  fault: '',
  simulated: false,
  can: { waybill: true },
  status: '10',
  statusLabel: '已妥投',
  deliveredAt: '2026-12-02T02:26:00.000Z',
  orderedAt: '2026-11-30T02:02:00.000Z',
  askedAt: '2026-12-02T02:31:00.000Z',
  nextAskAt: null,
  failedDeliveries: 1,
  isEnded: true,
  tracks: [
    trackAt('10', '已妥投', '2026-12-02T02:26:00.000Z', '本人签收，签收人：**利'),
    trackAt('51', '正在投递', '2026-12-02T00:40:00.000Z', '投递员余师傅 138****0031'),
    trackAt('20', '未妥投', '2026-12-01T08:20:00.000Z', '收件人不在，约定次日再投'),
    trackAt('50', '安排投递', '2026-12-01T07:55:00.000Z', ''),
    trackAt('00', '已收寄', '2026-12-01T01:18:00.000Z', ''),
    trackAt('1001', '待揽收', '2026-11-30T02:02:00.000Z', '已下单，等待揽收'),
  ],
};

/** Opens a command on a special procedure that the answers of the server contain. */
async function showSpecial(
  driver: ScreenDriver,
  state: SpecialState,
  command: string,
  label: string,
): Promise<void> {
  await driver.alter(workOrders.detailPage, (data) => {
    (data as { recordCount: number }).recordCount = 1;
  });
  await driver.alter(sideRecords.list, (data) => {
    const answer = data as { records: unknown[]; offers: unknown[] };
    const place = { traceId: null, nodeName: '审查' };
    answer.records = [
      {
        ...place,
        id: 1,
        kind: 'special',
        kindName: '特别程序',
        state,
        stateName: specialRules.states[state].label,
        isOpen: true,
        openedAt: '2026-03-02T02:00:00.000Z',
        openedBy: '邓涛',
        changedAt: '2026-03-02T02:00:00.000Z',
        changedBy: '邓涛',
        dueAt: null,
        pauses: [],
        extension: null,
        data: {
          type: 'inspection',
          reason: '对后厨水样和餐具抽样检验。',
          agency: '县食品药品检验所',
          limit: { amount: 15, unit: 1 },
          clock: 'stops',
          requestedBy: '',
        },
      },
    ];
    answer.offers = [
      {
        ...place,
        kind: 'special',
        command,
        label,
        recordId: 1,
        dangerous: command === 'withdraw',
        whyNot: '',
      },
    ];
  });
  await driver.openTask('审查');
  await driver.main.getByRole('region', { name: '特别程序' }).getByRole('button', { name: label }).click();
  await expect(driver.page.getByRole('dialog').last()).toBeVisible();
}

/** Scenes of side records (docs/decisions/0232). */
export const recordScenes: readonly Scene[] = [
  {
    ...detail,
    name: 'record-suspension',
    state: 'suspension of a matter',
    caption: 'The suspension of a matter: its ground and its reason',
    shows: ['SuspensionDialog', 'RecordDialog', 'RecordCommandDialog'],
    show: async (driver) => {
      await driver.openTask('受理审查');
      await pressMore(driver, '中止');
    },
  },
  {
    ...detail,
    name: 'record-extension',
    state: 'request for an extension',
    shows: ['ExtensionDialog'],
    show: async (driver) => {
      await driver.openTask('受理审查');
      await pressMore(driver, '申请延期');
    },
  },
  {
    ...detail,
    who: people.permitClerk,
    name: 'record-express',
    state: 'an express item to the applicant',
    caption: 'An express item: the receiver, the way of ordering and the contents',
    shows: ['ExpressDialog', 'NewExpressDialog'],
    show: async (driver) => {
      await driver.openTask(issueStep);
      await pressMore(driver, '快递寄出');
      await driver.page.getByRole('dialog').getByRole('radio', { name: '另行填写' }).check();
    },
  },
  {
    ...detail,
    who: people.permitClerk,
    name: 'record-express-receipt',
    state: 'an express item that is received by hand',
    shows: ['ExpressReasonDialog'],
    show: async (driver) => {
      await openWithRecord(driver, movingItem, expressCommands);
      await cardOf(driver, '快递').getByRole('button', { name: '登记签收' }).click();
      const dialog = driver.page.getByRole('dialog');
      await dialog.getByRole('textbox', { name: '签收时间' }).fill('2026-12-02 10:26');
      await dialog.getByRole('textbox', { name: '签收情况' }).fill('本人签收');
    },
  },
  {
    ...detail,
    who: people.permitClerk,
    name: 'record-express-logistics',
    state: 'the logistics of an express item',
    shows: ['LogisticsDialog'],
    show: async (driver) => {
      await driver.page.route(`**${express.item.path.replace(':mailNum', mailNum)}`, (route) =>
        route.fulfill({ json: { errcode: 0, code: 200, data: deliveredItem } }),
      );
      await openWithRecord(driver, movingItem, expressCommands);
      await cardOf(driver, '快递').getByRole('button', { name: '物流详情' }).click();
      await expect(driver.page.getByRole('list', { name: /物流轨迹/ })).toBeVisible();
    },
  },
  {
    ...detail,
    who: people.permitClerk,
    name: 'record-output',
    state: 'certificates of a matter',
    shows: ['OutputDialog', 'IssueDialog'],
    show: async (driver) => {
      await driver.openTask(issueStep);
      await pressMore(driver, '出证');
      await expect(driver.page.getByLabel('第 1 件的名称')).toHaveValue(/许可证/);
    },
  },
  {
    ...detail,
    who: people.permitClerk,
    name: 'record-output-collect',
    state: 'the collection of certificates by an agent',
    caption: 'The collection of certificates: an agent shows relation and power of attorney, and signs',
    shows: ['CollectDialog'],
    show: async (driver) => {
      await openWithRecord(driver, waitingOutput, { collect: '确认领取', toPost: '改为邮寄' });
      await cardOf(driver, '出证').getByRole('button', { name: '确认领取' }).click();
      await driver.page.getByRole('dialog').getByRole('radio', { name: '代领人' }).check();
    },
  },
  {
    screen: '/affair/detail/:code',
    who: people.permitExaminer,
    name: 'record-special',
    state: 'request for a special procedure',
    caption: 'A special procedure: its type, its limit, and who does it',
    shows: ['SpecialDialog', 'SpecialRequestDialog'],
    show: async (driver) => {
      await driver.openTask('审查');
      await pressMore(driver, '申请特别程序');
    },
  },
  {
    screen: '/affair/detail/:code',
    who: people.permitExaminer,
    name: 'record-special-withdrawal',
    state: 'withdrawal of a request for a special procedure',
    shows: ['SpecialReasonDialog'],
    show: async (driver) => showSpecial(driver, 'requested', 'withdraw', '撤回特别程序申请'),
  },
  {
    screen: '/affair/detail/:code',
    who: people.permitExaminer,
    name: 'record-special-result',
    state: 'result of a special procedure',
    shows: ['SpecialResultDialog'],
    show: async (driver) => showSpecial(driver, 'running', 'finish', '登记特别程序结果'),
  },
  {
    ...detail,
    who: people.permitClerk,
    name: 'record-correction',
    state: 'request for a correction',
    caption: 'The request for a correction: the materials with a problem, and what the applicant has to do',
    shows: ['CorrectionDialog'],
    show: async (driver) => {
      await driver.openTask('预审');
      await pressMore(driver, '要求补正');
      await expect(driver.page.getByRole('checkbox', { name: '营业执照' })).toBeVisible();
    },
  },
  {
    ...detail,
    who: people.permitClerk,
    name: 'record-correction-review',
    state: 'review of an answer to a correction',
    caption:
      'The answer to a correction is reviewed in its card: one material is not qualified, and the item asks only once',
    show: async (driver) => {
      await openWithRecord(driver, answeredCorrection, { accept: '补正通过', decline: '补正不合格' });
      const card = cardOf(driver, '补正');
      for (const name of ['经营场所使用证明', '健康证明'])
        await card
          .getByRole('radiogroup', { name: `审核${name}` })
          .getByText('合格', { exact: true })
          .click();
      await card.getByRole('radiogroup', { name: '审核经营场所平面布局图' }).getByText('不合格').click();
      await card.getByRole('textbox').fill('没有标留样柜的位置');
      await card.getByRole('radio', { name: '按现有材料继续办理' }).check();
    },
  },
  {
    ...detail,
    who: people.permitClerk,
    name: 'record-rare-supplement',
    state: 'receipt with materials that are supplied later',
    shows: ['RareDialog', 'PromiseSheet'],
    show: async (driver) => {
      await driver.openTask('预审');
      await pressMore(driver, '容缺收件');
      await expect(driver.page.getByRole('checkbox', { name: '营业执照' })).toBeVisible();
    },
  },
  {
    ...detail,
    name: 'material-check',
    state: 'check of the materials',
    caption: 'The check of the materials at the reception',
    show: async (driver) => {
      await driver.openTask('收件');
      await driver.page.getByRole('button', { name: '核对材料' }).click();
      await expect(driver.page.getByRole('list', { name: '材料核对' })).toBeVisible();
    },
  },
];
