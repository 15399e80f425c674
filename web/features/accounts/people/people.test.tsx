import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { accounts } from '#contract/accounts.ts';
import { organisations } from '#contract/organisations.ts';
import { firstPasswords, type OffboardingCheck, type PersonDetail, people } from '#contract/people.ts';
import { session } from '#contract/session.ts';
import { shell } from '#contract/shell.ts';
import type { Choice } from '#web/toolkit/choices/choice.ts';
import { answerCalls, pressAgain, refuseWith, renderPart } from '../../work-orders/test-screen.tsx';
import { FirstPasswordsDialog } from './FirstPasswordsDialog.tsx';
import { OffboardingDialog } from './OffboardingDialog.tsx';
import { NewPersonDialog, PersonDialog } from './PersonDialog.tsx';

vi.mock('#web/toolkit/pickers/OrganisationPicker.tsx', () => ({
  OrganisationPicker: ({ onConfirm }: { onConfirm: (chosen: readonly Choice[]) => void }) => (
    <button type="button" onClick={() => onConfirm([{ key: 'bureau', name: '信访局' }])}>
      选定信访局
    </button>
  ),
}));

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

const unit = (id: string, name: string, kind: string, parent: string | null) => ({
  id,
  code: id,
  name,
  kind,
  fullname: name,
  parent,
  areaId: '',
  areaCode: '',
  level: 1,
  sortBy: 1,
  isLeaf: true,
});
const tree = {
  rows: [unit('bureau', '信访局', 'organisation', null), unit('section', '办信科', 'department', 'bureau')],
  total: 2,
};
const person: PersonDetail = {
  id: 'p1',
  account: 'lina',
  mayRename: false,
  name: '李娜',
  title: '科员',
  org: { id: 'bureau', name: '信访局' },
  department: { id: 'section', name: '办信科' },
  landing: '/todo',
  idCard: '**************9969',
  mobile: '154****1074',
  idCardFault: null,
  positions: [{ id: 'examiner', name: '受理审查岗' }],
  groups: [],
  windows: [],
  digest: 'seen',
};
const me = (permissions: string[]) => ({ [`GET ${session.currentUser.path}`]: () => ({ permissions }) });
const signInAt = (portalOrigin: string | null) => ({
  [`GET ${shell.settings.path}`]: () => ({ portalOrigin }),
});
const commonAnswers = { [`GET ${organisations.organisationTree.path}`]: () => tree, ...signInAt(null) };
const editPath = people.edit.path.replace(':id', 'p1');
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const chooseOrganisation = async () => {
  fireEvent.click(await screen.findByRole('button', { name: /^选择机构/ }));
  fireEvent.click(await screen.findByRole('button', { name: '选定信访局' }));
};

describe('new staff member', () => {
  it('shows what is missing without a call', async () => {
    const calls = answerCalls({ ...commonAnswers, ...me([]) });
    renderPart(<NewPersonDialog onClose={() => undefined} />);
    fireEvent.click(await screen.findByRole('button', { name: '新建' }));
    for (const text of ['请输入账号', '请输入姓名', '请选择机构'])
      expect(await screen.findByText(text)).toBeDefined();
    expect(calls.some(({ method }) => method === 'POST')).toBe(false);
  });

  it('shows each problem at its field, and is created after correction', async () => {
    let tries = 0;
    const calls = answerCalls({
      ...commonAnswers,
      ...me(['staff:manage']),
      [`POST ${people.create.path}`]: () => {
        tries += 1;
        const problems = [
          { field: 'account', message: '账号“lina”已被李娜使用' },
          { field: 'orgId', message: '机构已停用' },
        ];
        return tries === 1
          ? refuseWith(400, '请检查并完善以下信息', problems)
          : { id: 'p2', account: 'lina2', oneTimePassword: 'Ab12@3456cdefg' };
      },
    });
    const onClose = vi.fn();
    renderPart(<NewPersonDialog onClose={onClose} />);
    expect(await screen.findByText(/由安全管理员在“人员角色”中授予/)).toBeDefined();
    expect(screen.queryByText('暂不授予')).toBeNull();
    type('账号', 'lina');
    type('姓名', '李娜二');
    await chooseOrganisation();
    screen.getByLabelText('姓名').focus();
    fireEvent.click(screen.getByRole('button', { name: '新建' }));
    expect(await screen.findByText('账号“lina”已被李娜使用')).toBeDefined();
    expect(screen.getByText('机构已停用')).toBeDefined();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('账号')));
    type('账号', 'lina2');
    await waitFor(() => expect(screen.queryByText('账号“lina”已被李娜使用')).toBeNull());
    await pressAgain(() => screen.getByRole('button', { name: /新建$/ }));
    // The credential sheet shows the password, and the text of its button confirms that it was passed on.
    expect((await screen.findByRole('status', { name: '一次性密码' })).textContent).toBe('Ab12@3456cdefg');
    expect(await screen.findByText(window.location.origin)).toBeDefined();
    expect(screen.queryByRole('button', { name: '取消' })).toBeNull();
    const bodies = calls.filter(({ method }) => method === 'POST').map(({ body }) => body);
    expect(bodies.at(-1)).toMatchObject({
      account: 'lina2',
      name: '李娜二',
      orgId: 'bureau',
      roles: [],
      landing: '/',
    });
    expect(Object.keys(bodies.at(-1) as object)).not.toContain('idCard');
    fireEvent.click(screen.getByRole('button', { name: '我已告知本人' }));
    expect(onClose).toHaveBeenCalled();
  });

  it('offers roles at creation to a person who may grant them', async () => {
    answerCalls({ ...commonAnswers, ...me(['staff:manage', 'role:manage']) });
    renderPart(<NewPersonDialog onClose={() => undefined} />);
    expect(await screen.findByText('暂不授予')).toBeDefined();
  });

  it('prints the credential sheet separately from the page', async () => {
    answerCalls({
      ...commonAnswers,
      ...signInAt('https://bj.example.gov.cn'),
      ...me([]),
      [`POST ${people.create.path}`]: () => ({ id: 'p2', account: 'new', oneTimePassword: 'Ab12@3456cdefg' }),
    });
    vi.stubGlobal('print', () => window.dispatchEvent(new Event('beforeprint')));
    renderPart(<NewPersonDialog onClose={() => undefined} />);
    await chooseOrganisation();
    type('账号', 'new');
    type('姓名', '李娜二');
    fireEvent.click(screen.getByRole('button', { name: '新建' }));
    const printer = await screen.findByRole('button', { name: '打印登录须知' });
    await waitFor(() => expect((printer as HTMLButtonElement).disabled).toBe(false));
    fireEvent.click(printer);
    const sheet = screen.getByRole('article');
    expect(within(sheet).getByRole('heading', { name: '登录须知' })).toBeDefined();
    expect(within(sheet).getByText('Ab12@3456cdefg')).toBeDefined();
    // The office's address, not that of the administrator's window.
    expect(within(sheet).getByText('https://bj.example.gov.cn')).toBeDefined();
  });
});

describe('existing staff member', () => {
  it('keeps untouched masked numbers, and clears a removed one', async () => {
    const calls = answerCalls({
      ...commonAnswers,
      ...me([]),
      [`GET ${editPath}`]: () => person,
      [`PUT ${editPath}`]: () => ({}),
    });
    const onClose = vi.fn();
    renderPart(<PersonDialog account={{ id: 'p1' }} onClose={onClose} />);
    expect(await screen.findByPlaceholderText('154****1074（不改请留空）')).toBeDefined();
    expect((screen.getByLabelText('账号') as HTMLInputElement).disabled).toBe(true);
    const [clearMobile] = screen.getAllByRole('button', { name: '清除' });
    if (clearMobile) fireEvent.click(clearMobile);
    expect(screen.getByPlaceholderText('保存后清除')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: '移除受理审查岗' }));
    fireEvent.click(screen.getByRole('button', { name: '保存' }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({
      account: 'lina',
      name: '李娜',
      title: '科员',
      orgId: 'bureau',
      departmentId: 'section',
      landing: '/todo',
      positions: [],
      groups: [],
      windows: [],
      mobile: '',
      digest: 'seen',
    });
  });

  it('keeps the typed values after a concurrent save, takes over the other changes and shows them', async () => {
    let serverRow: PersonDetail = person;
    const calls = answerCalls({
      ...commonAnswers,
      ...me([]),
      [`GET ${editPath}`]: () => serverRow,
      [`PUT ${editPath}`]: ({ body }) =>
        (body as { digest: string }).digest === serverRow.digest
          ? {}
          : refuseWith(40958, '数据已变动，请重新打开'),
    });
    const onClose = vi.fn();
    renderPart(<PersonDialog account={{ id: 'p1' }} onClose={onClose} />);
    await screen.findByLabelText('手机号码');
    type('手机号码', '15405719999');
    serverRow = { ...person, department: null, landing: '/', positions: [], digest: 'newer' };
    fireEvent.click(screen.getByRole('button', { name: '保存' }));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('岗位：受理审查岗 → 无');
    expect(alert.textContent).toContain('部门：办信科 → 无');
    expect(alert.textContent).toContain('登录后的首页：待办事项 → 按菜单自动选择');
    expect((screen.getByLabelText('手机号码') as HTMLInputElement).value).toBe('15405719999');
    await pressAgain(() => screen.getByRole('button', { name: /保存$/ }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(calls.findLast(({ method }) => method === 'PUT')?.body).toMatchObject({
      mobile: '15405719999',
      positions: [],
      departmentId: '',
      landing: '/',
      digest: 'newer',
    });
  });

  it.each([
    ['saves after confirmation', '仍然保存', 2],
    ['saves nothing otherwise', '返回修改', 1],
  ])('warns how many tasks would have no handler, and %s', async (_what, press, times) => {
    const message = '保存后有 6 件待办将无人可办。';
    const calls = answerCalls({
      ...commonAnswers,
      ...me([]),
      [`GET ${editPath}`]: () => person,
      [`PUT ${editPath}`]: ({ body }) =>
        (body as { leavesTasks?: boolean }).leavesTasks
          ? {}
          : refuseWith(400, '输入有误', [{ field: 'leavesTasks', message }]),
    });
    const onClose = vi.fn();
    renderPart(<PersonDialog account={{ id: 'p1' }} onClose={onClose} />);
    fireEvent.click(await screen.findByRole('button', { name: '移除受理审查岗' }));
    fireEvent.click(screen.getByRole('button', { name: '保存' }));
    expect(await screen.findByText(message)).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: press }));
    const writes = () => calls.filter(({ method }) => method === 'PUT');
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(times - 1));
    expect(writes()).toHaveLength(times);
    if (times === 2) expect(writes()[1]?.body).toMatchObject({ positions: [], leavesTasks: true });
  });

  it('shows why the identity number of an operator cannot be changed', async () => {
    const problem = '管理人员的身份证号不能由其他管理员修改';
    answerCalls({
      ...commonAnswers,
      ...me([]),
      [`GET ${editPath}`]: () => ({ ...person, idCardFault: problem }),
    });
    renderPart(<PersonDialog account={{ id: 'p1' }} onClose={() => undefined} />);
    expect(await screen.findByText(problem)).toBeDefined();
    expect((screen.getByLabelText('身份证号') as HTMLInputElement).disabled).toBe(true);
  });
});

describe('first passwords', () => {
  const peopleWithoutPassword = Array.from({ length: 23 }, (_, index) => ({
    id: `p${index}`,
    account: `clerk-${index}`,
    name: `职员${index}`,
    orgName: '信访局',
  }));

  it('are issued in batches, and a lost batch is requested again with its own idempotency key', async () => {
    let tries = 0;
    const calls = answerCalls({
      [`GET ${firstPasswords.peopleWithoutPassword.path}`]: () => ({
        rows: peopleWithoutPassword,
        barred: ['boss'],
      }),
      [`POST ${firstPasswords.issue.path}`]: ({ body }) => {
        tries += 1;
        if (tries === 2) return refuseWith(503, '系统繁忙，请稍后再试');
        const { ids } = body as { ids: string[] };
        return { rows: ids.map((id) => ({ id, account: id, oneTimePassword: `Secret-${id}` })) };
      },
    });
    vi.stubGlobal('print', () => window.dispatchEvent(new Event('beforeprint')));
    renderPart(<FirstPasswordsDialog onClose={() => undefined} />);
    expect(await screen.findByText(/boss 已有管理类角色/)).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: '发放 23 人' }));
    expect(await screen.findByText('已发放 20 / 23 人')).toBeDefined();
    fireEvent.click(await screen.findByRole('button', { name: /继续发放$/ }));
    expect(await screen.findByText('已发放 23 / 23 人')).toBeDefined();
    const keys = calls
      .filter(({ method }) => method === 'POST')
      .map(({ headers }) => headers.get('idempotency-key'));
    expect(keys).toHaveLength(3);
    expect(keys[1]).toBe(keys[2]);
    expect(keys[0]).not.toBe(keys[1]);
    // Closing the list asks for a confirmation.
    fireEvent.click(screen.getByRole('button', { name: '关闭' }));
    expect(await screen.findByText(/一次性密码只显示这一次，关闭后不能再看/)).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: /^返 ?回$/ }));
    fireEvent.click(screen.getByRole('button', { name: '打印登录须知' }));
    expect(within(screen.getByRole('article')).getAllByRole('heading', { name: '登录须知' })).toHaveLength(
      23,
    );
    expect(screen.getByText('Secret-p22')).toBeDefined();
  });
});

describe('offboarding', () => {
  const account = { id: 'p1', account: 'lina', name: '李娜' };
  const offboardingPath = people.offboardingCheck.path.replace(':id', 'p1');
  const disable = accounts.disable.path.replace(':id', 'p1');
  const emptyOffboarding: OffboardingCheck = {
    fault: null,
    onlyTheirs: 0,
    more: false,
    withOthers: 0,
    drafts: 0,
    substituteRules: 0,
    handOverUnfinished: false,
    soleOf: [],
    archiveOf: null,
    processes: [],
    sharedViews: 0,
    handOverBy: [{ name: '沈洁', orgName: '政务办' }],
  };

  it('lists the open responsibilities with the person in charge of each, then disables the account', async () => {
    const calls = answerCalls({
      [`GET ${offboardingPath}`]: () => ({
        ...emptyOffboarding,
        onlyTheirs: 3,
        soleOf: [{ kind: 'position', name: '签批岗' }],
        substituteRules: 1,
        drafts: 2,
        archiveOf: '市场监督管理局',
        processes: ['群众来信办理'],
        sharedViews: 2,
      }),
      [`POST ${disable}`]: () => ({ endedSessions: 1 }),
    });
    const onClose = vi.fn();
    renderPart(<OffboardingDialog account={account} onClose={onClose} />);
    expect(
      await screen.findByText(/有 3 件待办只能由李娜办理，须移交：请办件管理员沈洁（政务办）/),
    ).toBeDefined();
    expect(screen.getByText(/岗位“签批岗”将没有在职人员/)).toBeDefined();
    expect(screen.getByText(/有 1 条代理关系仍有效，离职时一并结束/)).toBeDefined();
    expect(screen.getByText(/^市场监督管理局将没有本单位的档案管理员/)).toBeDefined();
    expect(screen.getByText(/^流程“群众来信办理”指定由李娜办理/)).toBeDefined();
    expect(screen.getByText(/有 2 个共享的列表视图/)).toBeDefined();
    expect(screen.getByText(/有 2 份草稿/)).toBeDefined();
    expect((screen.getByLabelText('离职说明') as HTMLTextAreaElement).value).toBe('');
    fireEvent.change(screen.getByLabelText('离职说明'), { target: { value: '退休' } });
    fireEvent.click(screen.getByRole('button', { name: '确认离职并停用' }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ reason: '退休' });
  });

  it('is blocked for the last account with an administrator permission, with the reason', async () => {
    answerCalls({
      [`GET ${offboardingPath}`]: () => ({
        ...emptyOffboarding,
        fault: '该账号是唯一可以查看审计记录的账号',
      }),
    });
    renderPart(<OffboardingDialog account={account} onClose={() => undefined} />);
    expect(await screen.findByText('该账号是唯一可以查看审计记录的账号')).toBeDefined();
    expect(screen.getByText(/没有待办、草稿和代理关系/)).toBeDefined();
    const confirm = screen.getByRole('button', { name: '确认离职并停用' }) as HTMLButtonElement;
    expect(confirm.disabled).toBe(true);
  });
});
