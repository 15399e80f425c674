import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Account, accounts, holidays } from '#contract/administration.ts';
import { type AuditVerification, audit } from '#contract/audit.ts';
import { wordOfAction } from '#contract/audit-texts.ts';
import { answerCalls, refuseWith, renderPart } from '../work-orders/test-screen.tsx';
import { AccountsScreen } from './AccountsScreen.tsx';
import { HolidaysScreen } from './HolidaysScreen.tsx';
import { VerifyDialog } from './VerifyDialog.tsx';

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

const account: Account = {
  id: 'staff-fenglei',
  account: 'fenglei',
  name: '冯磊',
  title: '经办人',
  orgName: '信访局',
  departmentName: null,
  roles: [{ code: 'handler', name: '经办人' }],
  disabled: false,
  locked: true,
  mustChangePassword: false,
  withoutPassword: false,
  lastSignInAt: null,
  can: ['disable', 'resetPassword', 'unlock'],
};
const pathOf = (path: string, id: string) => path.replace(':id', id);

/** Hovers the row of the account, so that its actions appear. */
const approach = async () => fireEvent.mouseEnter(await screen.findByRole('row', { name: /fenglei/ }));

describe('accounts', () => {
  const disable = pathOf(accounts.disable.path, account.id);

  it('offers what the server allows and asks for the reason before disabling', async () => {
    const sent = answerCalls({
      [`GET ${accounts.list.path}`]: () => ({ rows: [account], total: 1 }),
      [`POST ${disable}`]: () => ({ endedSessions: 1 }),
    });
    renderPart(<AccountsScreen />);
    expect(await screen.findByText('已锁定')).toBeDefined();
    await approach();
    fireEvent.click(screen.getByRole('button', { name: '更多' }));
    expect(screen.queryByRole('menuitem', { name: '启用' })).toBeNull();
    fireEvent.click(await screen.findByRole('menuitem', { name: '停用' }));
    fireEvent.click(await screen.findByRole('button', { name: '确认停用' }));
    expect(await screen.findByText('请输入原因')).toBeDefined();
    expect(sent.some(({ path }) => path === disable)).toBe(false);
    fireEvent.change(screen.getByLabelText('停用原因'), { target: { value: '调离' } });
    fireEvent.click(screen.getByRole('button', { name: '确认停用' }));
    expect(await screen.findByText('已停用账号 fenglei')).toBeDefined();
    expect(sent.find(({ path }) => path === disable)?.body).toEqual({ reason: '调离' });
  });

  it('shows the one-time password once, and leaves only by the word that says it was told', async () => {
    answerCalls({
      [`GET ${accounts.list.path}`]: () => ({ rows: [account], total: 1 }),
      [`POST ${pathOf(accounts.resetPassword.path, account.id)}`]: () => ({
        account: 'fenglei',
        oneTimePassword: 'Ab12@3456cdefg',
      }),
    });
    renderPart(<AccountsScreen />);
    await approach();
    fireEvent.click(screen.getByRole('button', { name: '重置密码' }));
    fireEvent.click(await screen.findByRole('button', { name: '确认重置' }));
    expect(await screen.findByText('Ab12@3456cdefg')).toBeDefined();
    expect(screen.queryByRole('button', { name: '取消' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: '我已告知本人' }));
    await waitFor(() => expect(screen.queryByText('Ab12@3456cdefg')).toBeNull());
  });

  it('says why the server refuses, and stays open', async () => {
    answerCalls({
      [`GET ${accounts.list.path}`]: () => ({ rows: [account], total: 1 }),
      [`POST ${pathOf(accounts.unlock.path, account.id)}`]: () => refuseWith(40930, '该账号没有被锁定'),
    });
    renderPart(<AccountsScreen />);
    await approach();
    fireEvent.click(screen.getByRole('button', { name: '解锁' }));
    fireEvent.click(await screen.findByRole('button', { name: '确认解锁' }));
    expect(await screen.findByText('该账号没有被锁定')).toBeDefined();
    expect(screen.getByRole('dialog')).toBeDefined();
  });
});

describe('verifying the trail', () => {
  const walk: AuditVerification = {
    id: 'v1',
    state: 'running',
    askedByName: '袁媛',
    askedAt: '2026-03-02T02:00:00.000Z',
    finishedAt: null,
    links: 50,
    linksInAll: 200,
    orders: 3,
    files: 1,
    anchors: 0,
    findings: [],
    findingsInAll: 0,
    acknowledgedInAll: 0,
    withFiles: true,
    lastAnchorHash: '',
  };

  it('follows a walk to its end and names what was changed', async () => {
    let asked = 0;
    answerCalls({
      [`GET ${audit.verifications.path}`]: () => {
        asked += 1;
        const finding = { text: '办件 2026000001：登记信息被改动', mark: 'a'.repeat(32), acknowledged: null };
        const end = { ...walk, state: 'broken', links: 200, findings: [finding], findingsInAll: 120 };
        return { rows: [asked === 1 ? walk : end] };
      },
    });
    renderPart(<VerifyDialog onClose={() => undefined} />);
    expect(await screen.findByText(/已核对记录 50 条/)).toBeDefined();
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('25');
    expect(await screen.findByText('发现 120 处被改动')).toBeDefined();
    expect(screen.getByText('办件 2026000001：登记信息被改动')).toBeDefined();
    expect(screen.getByText(/只显示前 1 处/)).toBeDefined();
  });

  it('takes the reason why a finding is known, and shows those that are', async () => {
    const mark = 'b'.repeat(32);
    const known = { by: '袁媛', at: '2026-03-02T03:00:00.000Z', reason: '按工单修正' };
    const text = '角色 handler：被改动';
    let acknowledged: typeof known | null = null;
    answerCalls({
      [`GET ${audit.verifications.path}`]: () => ({
        rows: [
          {
            ...walk,
            state: acknowledged ? 'whole' : 'broken',
            findings: [{ text, mark, acknowledged }],
            findingsInAll: 1,
            acknowledgedInAll: acknowledged ? 1 : 0,
          },
        ],
      }),
      [`POST /api/audit/findings/${mark}/acknowledge`]: () => {
        acknowledged = known;
        return {};
      },
    });
    renderPart(<VerifyDialog onClose={() => undefined} />);
    fireEvent.click(await screen.findByRole('button', { name: `确认：${text}` }));
    const submit = screen.getByRole('button', { name: '提交确认' });
    expect((submit as HTMLButtonElement).disabled).toBe(true);
    fireEvent.change(screen.getByRole('textbox', { name: '原因' }), { target: { value: '按工单修正' } });
    fireEvent.click(submit);
    expect(await screen.findByText('没有新的问题，1 处已确认')).toBeDefined();
    expect(screen.getByText(/角色 handler：被改动（袁媛 .*已确认：按工单修正）/)).toBeDefined();
  });

  it('says when nobody has verified it yet, and starts a walk', async () => {
    const sent = answerCalls({
      [`GET ${audit.verifications.path}`]: () => ({ rows: [] }),
      [`POST ${audit.verify.path}`]: () => ({ id: 'v1' }),
    });
    renderPart(<VerifyDialog onClose={() => undefined} />);
    expect(await screen.findByText('还没有核对过。')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: '开始核对' }));
    await waitFor(() => expect(sent.some(({ method }) => method === 'POST')).toBe(true));
  });
});

describe('holidays', () => {
  const thisYear = new Date().getFullYear();
  const answers = {
    [`GET ${holidays.year.path}`]: () => ({
      year: thisYear,
      coveredYears: [thisYear],
      editable: true,
      days: [
        { day: `${thisYear}-10-01`, kind: 'holiday', name: '国庆节' },
        { day: `${thisYear}-10-02`, kind: 'holiday', name: '国庆节' },
      ],
    }),
    [`GET ${holidays.effect.path}`]: () => ({ sentences: ['有 3 件在办件的时限经过这些天'] }),
  };

  it('shows the year, one stop for the keyboard, and the span as one line', async () => {
    answerCalls(answers);
    renderPart(<HolidaysScreen />);
    const day = await screen.findByRole('button', { name: /-10-01 .*放假 国庆节$/ });
    const days = screen.getAllByRole('button', { name: /^\d{4}-\d\d-\d\d / });
    expect(days.length).toBeGreaterThanOrEqual(365);
    expect(days.filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1);
    fireEvent.focus(day);
    fireEvent.keyDown(day, { key: 'ArrowDown' });
    expect(document.activeElement?.getAttribute('data-day')).toBe(`${thisYear}-10-08`);
    expect(
      screen.getByRole('button', { name: `修改 国庆节 ${thisYear}-10-01 至 ${thisYear}-10-02` }),
    ).toBeDefined();
  });

  it('says every fault at its field and what the edit does', async () => {
    const sent = answerCalls(answers);
    renderPart(<HolidaysScreen />);
    fireEvent.click(await screen.findByRole('button', { name: /-10-08 / }));
    const dialog = await screen.findByRole('dialog');
    expect(await within(dialog).findByText('有 3 件在办件的时限经过这些天')).toBeDefined();
    fireEvent.click(within(dialog).getByRole('button', { name: '保存' }));
    expect(await within(dialog).findByText('请输入节假日名称')).toBeDefined();
    expect(sent.some(({ method }) => method === 'POST')).toBe(false);
  });
});

describe('words', () => {
  it('name what is known and leave the rest as it is', () => {
    expect(wordOfAction('account.disable')).toBe('停用账号');
    expect(wordOfAction('security.login.failed')).toBe('账号或密码错误');
    expect(wordOfAction('x.y')).toBe('x.y');
  });
});
