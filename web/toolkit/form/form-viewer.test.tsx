import { render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { FieldModel } from '#domain/forms/model.ts';
import { FormViewer } from './FormViewer.tsx';
import { prefetchLightKinds } from './kinds/LightKindField.tsx';
import { stubPhone } from './test-form-view.tsx';

const modelOf = (...fields: FieldModel[]) => ({
  schema: { fields },
  globalConfig: { code: 'viewed', title: '登记表', columns: 2 as const, allowEdit: [] },
});
const files: FieldModel = { id: 'files', title: '附件', 'x-component': 'upload' };
const name = '关于明珠新村三号楼电梯长期带病运行的情况说明.pdf';
const values = { files: [{ id: 'f', name, size: 2048 }] };

beforeAll(prefetchLightKinds);
afterEach(() => void vi.unstubAllGlobals());

it('shows masks and asterisks, offers no input, and has the watermark 请勿外传 (S2 §2)', () => {
  const model = modelOf(
    { id: 'tel', title: '手机', 'x-component': 'single-line', 'x-secret': true, 'x-secret-rule': 'mobile' },
    { id: 'word', title: '口令', 'x-component': 'password' },
  );
  const { container } = render(
    <FormViewer model={model} values={{ tel: '138****5678', word: 'secret' }} masked={['tel', 'word']} />,
  );
  expect(screen.getByText('138****5678')).toBeTruthy();
  expect(screen.getByText('********')).toBeTruthy();
  expect(container.querySelector('input, textarea, button')).toBeNull();
  const layer = screen.getByTestId('watermark');
  expect(decodeURIComponent(layer.style.maskImage)).toMatch(
    /width="200" height="200".*rotate\(-30.*请勿外传/,
  );
});

it('shows the clear value to a reader with a right to it, under a watermark of the caller', () => {
  const model = modelOf({ id: 'tel', title: '手机', 'x-component': 'single-line' });
  render(<FormViewer model={model} values={{ tel: '13812345678' }} watermark={['张伟 zhangwei']} />);
  expect(screen.getByText('13812345678')).toBeTruthy();
  expect(decodeURIComponent(screen.getByTestId('watermark').style.maskImage)).toContain('张伟 zhangwei');
});

it('shortens long names of attachments on a phone (S2 §2)', () => {
  stubPhone();
  render(<FormViewer model={modelOf(files)} values={values} />);
  expect(screen.getByText('关于明珠新村三号...情况说明.pdf')).toBeTruthy();
  expect(screen.queryByText(name)).toBeNull();
});

it('shows the whole name on a desktop', () => {
  render(<FormViewer model={modelOf(files)} values={values} />);
  expect(screen.getByText(name)).toBeTruthy();
});
