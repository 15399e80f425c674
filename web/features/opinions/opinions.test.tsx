import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { opinions } from '#contract/opinions.ts';
import { answerCalls, refuseWith, renderPart } from '../work-orders/test-screen.tsx';
import { CommonOpinionPopover } from './CommonOpinionPopover.tsx';
import { OpinionManagerDialog } from './OpinionManagerDialog.tsx';

afterEach(() => vi.unstubAllGlobals());

const firstOpinion = { id: '018f0000-0000-7000-8000-000000000001', content: '同意', sort: 0 };
const secondOpinion = { id: '018f0000-0000-7000-8000-000000000002', content: '请按程序办理', sort: 1 };
const listCall = `GET ${opinions.mine.path}`;
const saveCall = `POST ${opinions.addAll.path}`;

describe('common opinions at the bar', () => {
  it('are loaded when opened, and one click inserts one into the opinion', async () => {
    const calls = answerCalls({ [listCall]: () => ({ rows: [firstOpinion, secondOpinion] }) });
    const onPick = vi.fn();
    renderPart(<CommonOpinionPopover onPick={onPick} />);
    expect(calls).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: '常用意见' }));
    fireEvent.click(await screen.findByRole('button', { name: '请按程序办理' }));
    expect(onPick).toHaveBeenCalledWith('请按程序办理');
  });

  it('show 请添加常用意见！ when there are none (S1 §5)', async () => {
    answerCalls({ [listCall]: () => ({ rows: [] }) });
    renderPart(<CommonOpinionPopover onPick={() => undefined} />);
    fireEvent.click(screen.getByRole('button', { name: '常用意见' }));
    expect(await screen.findByText('请添加常用意见！')).toBeDefined();
  });
});

describe('manager of common opinions', () => {
  const lines = () => screen.getAllByRole<HTMLTextAreaElement>('textbox').map((box) => box.value);
  const save = () => fireEvent.click(screen.getByRole('button', { name: '保存' }));

  it('shows 添加成功 when an opinion was added and nothing else changed (S1 §8)', async () => {
    const rows = [
      firstOpinion,
      { ...firstOpinion, id: '018f0000-0000-7000-8000-000000000003', content: '转办' },
    ];
    answerCalls({ [listCall]: () => ({ rows: [firstOpinion] }), [saveCall]: () => ({ rows }) });
    renderPart(<OpinionManagerDialog onClose={() => undefined} />);
    fireEvent.click(await screen.findByRole('button', { name: /添加一条/ }));
    fireEvent.change(screen.getByLabelText('常用意见 2'), { target: { value: '转办' } });
    save();
    expect(await screen.findByText('添加成功')).toBeDefined();
  });

  it('sorts, adds and saves the whole list: 修改成功！ (S1 §8)', async () => {
    const rows = [
      secondOpinion,
      firstOpinion,
      { ...firstOpinion, id: '018f0000-0000-7000-8000-000000000003', content: '转办' },
    ];
    const calls = answerCalls({
      [listCall]: () => ({ rows: [firstOpinion, secondOpinion] }),
      [saveCall]: () => ({ rows }),
    });
    const onClose = vi.fn();
    renderPart(<OpinionManagerDialog onClose={onClose} />);
    fireEvent.click(await screen.findByRole('button', { name: '下移第 1 条' }));
    expect(lines()).toEqual(['请按程序办理', '同意']);
    fireEvent.click(screen.getByRole('button', { name: /添加一条/ }));
    fireEvent.change(screen.getByLabelText('常用意见 3'), { target: { value: ' 转办 ' } });
    save();
    expect(await screen.findByText('修改成功！')).toBeDefined();
    expect(onClose).toHaveBeenCalled();
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
      opinions: [
        { id: secondOpinion.id, content: '请按程序办理', sort: 0 },
        { id: firstOpinion.id, content: '同意', sort: 1 },
        { content: '转办', sort: 2 },
      ],
    });
  });

  it('refuses an empty line and sends nothing: 请输入常用意见！ (S1 §5)', async () => {
    const calls = answerCalls({ [listCall]: () => ({ rows: [firstOpinion] }) });
    renderPart(<OpinionManagerDialog onClose={() => undefined} />);
    fireEvent.change(await screen.findByLabelText('常用意见 1'), { target: { value: '  ' } });
    save();
    expect(await screen.findByText('请输入常用意见！')).toBeDefined();
    expect(calls.some(({ method }) => method === 'POST')).toBe(false);
  });

  it('asks before it deletes: 确定删除该常用意见？, then shows 删除成功 (S1 §5, §8)', async () => {
    const remove = `POST ${opinions.remove.path.replace(':id', firstOpinion.id)}`;
    answerCalls({
      [listCall]: () => ({ rows: [firstOpinion, secondOpinion] }),
      [remove]: () => ({ deleted: 1 }),
    });
    renderPart(<OpinionManagerDialog onClose={() => undefined} />);
    fireEvent.click(await screen.findByRole('button', { name: '删除第 1 条' }));
    expect(await screen.findByText('确定删除该常用意见？')).toBeDefined();
    fireEvent.click(await screen.findByRole('button', { name: '删除' }));
    expect(await screen.findByText('删除成功')).toBeDefined();
    await waitFor(() => expect(lines()).toEqual(['请按程序办理']));
  });

  it('stays open with the typed text when saving fails', async () => {
    answerCalls({
      [listCall]: () => ({ rows: [firstOpinion] }),
      [saveCall]: () => refuseWith(503, '系统繁忙，请稍后重试'),
    });
    const onClose = vi.fn();
    renderPart(<OpinionManagerDialog onClose={onClose} />);
    fireEvent.change(await screen.findByLabelText('常用意见 1'), { target: { value: '改过的意见' } });
    save();
    expect(await screen.findByText('系统繁忙，请稍后重试')).toBeDefined();
    expect(lines()).toEqual(['改过的意见']);
    expect(onClose).not.toHaveBeenCalled();
  });
});
