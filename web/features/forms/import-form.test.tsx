import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { forms } from '#contract/forms.ts';
import { importSchema } from '#domain/forms/exchange/import-schema.ts';
import type { FormModel } from '#domain/forms/model.ts';
import { answerCalls, renderPart } from '../work-orders/test-screen.tsx';
import { FormEditor } from './FormEditor.tsx';

/** Import and export of one form (decision 0230). */

beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const form: FormModel = {
  schema: { fields: [{ id: 'old', title: '原有字段', 'x-component': 'single-line' }] },
  globalConfig: { code: 'stall', title: '占道经营申请表', columns: 2, allowEdit: [] },
};

const schema = {
  title: '别的名称',
  elements: [
    { type: 'text', name: 'stall_name', title: '摊位名称' },
    { type: 'html', name: 'note' },
  ],
};

function openEditor() {
  renderPart(
    <FormEditor
      current={form}
      over={1}
      versions={[]}
      returnPath={{ back: () => undefined, crumbs: [] }}
      onLoad={() => undefined}
    />,
  );
}

function answerImport() {
  answerCalls({
    [`POST ${forms.readSchema.path}`]: () => {
      const imported = importSchema(schema);
      return { problems: [], draft: { ...imported, unfinished: [] } };
    },
  });
}

async function chooseFromMenu(name: string) {
  fireEvent.click(await screen.findByRole('button', { name: '文件' }));
  fireEvent.click(await screen.findByRole('menuitem', { name }));
}

async function chooseFile() {
  await chooseFromMenu('导入其他产品的表单');
  const dialog = await screen.findByRole('dialog');
  const input = dialog.querySelector('input[type=file]') as HTMLInputElement;
  fireEvent.change(input, { target: { files: [new File([JSON.stringify(schema)], '问卷.json')] } });
  return dialog;
}

describe('import of a form', () => {
  it('shows what is taken and left out, and replaces the draft only after the confirmation', async () => {
    answerImport();
    openEditor();
    const dialog = await chooseFile();
    await within(dialog).findByText(/识别为 SurveyJS，取用 1 个字段，另有 2 处未取用或有更改。/);
    expect(dialog.textContent).toContain('没有与“html”对应的字段类型，未取用elements[1]');
    expect(dialog.textContent).toContain('导入后取代现有的全部字段');
    expect(screen.getByRole('button', { name: '删除 原有字段' })).toBeTruthy();
    fireEvent.click(within(dialog).getByRole('button', { name: '导入为草稿' }));
    expect(await screen.findByRole('button', { name: '删除 摊位名称' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: '删除 原有字段' })).toBeNull();
    expect(screen.getByRole('textbox', { name: '表单名称' })).toHaveProperty('value', '占道经营申请表');
    expect(screen.getByText('有未发布的修改')).toBeTruthy();
  });

  it('asks before a chosen file is dropped, and says why a file cannot be read', async () => {
    answerCalls({
      [`POST ${forms.readSchema.path}`]: () => ({
        problems: [{ field: 'json', message: '不是有效的 JSON 文件' }],
        draft: null,
      }),
    });
    openEditor();
    const dialog = await chooseFile();
    expect((await within(dialog).findByRole('alert')).textContent).toBe('不是有效的 JSON 文件');
    expect(within(dialog).getByRole('button', { name: '导入为草稿' })).toHaveProperty('disabled', true);
    fireEvent.click(within(dialog).getByRole('button', { name: /^取 ?消$/ }));
    expect(await screen.findByText('选择的文件尚未导入，关闭后不保留。')).toBeTruthy();
  });
});

describe('export of a form', () => {
  it('saves a schema under the name and the code of the form, from which the same form is read', async () => {
    answerCalls({});
    const saved: { name: string; blob: Blob }[] = [];
    let blob: Blob | undefined;
    vi.spyOn(URL, 'createObjectURL').mockImplementation((object) => {
      blob = object as Blob;
      return 'blob:form';
    });
    vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined);
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      if (blob) saved.push({ name: this.download, blob });
    });
    openEditor();
    await chooseFromMenu('导出为 JSON Schema');
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(saved[0]?.name).toBe('占道经营申请表-stall.json');
    const text = (await saved[0]?.blob.text()) ?? '';
    expect(importSchema(JSON.parse(text))?.model).toEqual(form);
  });
});
