import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Alert, Button, Input, Popconfirm } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { opinions as opinionCalls } from '#contract/opinions.ts';
import { maxOpinionLength } from '#domain/opinions/limits.ts';
import { noCommonOpinion, problemOfCommonOpinion } from '#domain/opinions/opinion.ts';
import { countCharacters } from '#domain/texts/characters.ts';
import { useAction } from '#web/api/use-action.ts';
import { EditingModal } from '#web/toolkit/dialog/EditingModal.tsx';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { useFeedback } from '#web/toolkit/feedback/use-feedback.ts';
import {
  changesStored,
  hasOnlyAdditions,
  linesOf,
  manageOpinions,
  moveLine,
  type OpinionLine,
  problemOfLines,
} from './opinion-list.ts';
import styles from './opinions.module.css';
import { useMyOpinions, useReplaceMyOpinions } from './use-my-opinions.ts';

/** Edits the user's common opinions (管理常用意见): writing, sorting, deleting; saving sends the whole list. */
export function OpinionManagerDialog(props: { onClose: () => void }) {
  const { onClose } = props;
  const storedOpinions = useMyOpinions(true);
  const replace = useReplaceMyOpinions();
  const feedback = useFeedback();
  const save = useAction(opinionCalls.addAll);
  const remove = useAction(opinionCalls.remove);
  const [lines, setLines] = useState<OpinionLine[]>();
  const [problem, setProblem] = useState<string>();
  const addedCount = useRef(0);

  useEffect(() => {
    if (storedOpinions.data !== undefined) setLines((current) => current ?? linesOf(storedOpinions.data));
  }, [storedOpinions.data]);

  const add = () => {
    addedCount.current += 1;
    setLines([...(lines ?? []), { key: `new-${addedCount.current}`, content: '' }]);
    setProblem(undefined);
  };

  const removeLine = async (line: OpinionLine) => {
    if (line.id !== undefined) {
      const outcome = await remove.run({ params: { id: line.id } });
      if (outcome.kind === 'failed') return feedback.failure(outcome.failure);
      replace((storedOpinions.data ?? []).filter((opinion) => opinion.id !== line.id));
      feedback.success('删除成功');
    }
    setLines((current) => current?.filter((other) => other.key !== line.key));
  };

  const isChanged = () => lines !== undefined && changesStored(storedOpinions.data ?? [], lines);

  const submit = async () => {
    const newLines = lines ?? [];
    const newProblem = problemOfLines(newLines);
    setProblem(newProblem);
    if (newProblem !== undefined) return;
    const rows = newLines.map(({ id, content }, sort) => ({ id, content: content.trim(), sort }));
    const outcome = await save.run({ body: { opinions: rows } });
    if (outcome.kind === 'failed') return feedback.failure(outcome.failure);
    if (outcome.kind === 'ignored') return;
    replace(outcome.data.rows);
    feedback.success(hasOnlyAdditions(storedOpinions.data ?? [], newLines) ? '添加成功' : '修改成功！');
    onClose();
  };

  return (
    <EditingModal
      open
      title={manageOpinions}
      width={640}
      okText="保存"
      confirmLoading={save.running}
      okButtonProps={{ disabled: lines === undefined }}
      onOk={() => void submit()}
      unsaved={isChanged}
      onCancel={onClose}
    >
      {problem !== undefined && <Alert type="error" showIcon title={problem} className={styles.fault} />}
      {storedOpinions.isError && (
        <FailureState compact failure={storedOpinions.error} onRetry={() => void storedOpinions.refetch()} />
      )}
      {storedOpinions.isPending && <SkeletonRows rows={3} />}
      {lines !== undefined && (
        <>
          {lines.length === 0 && <p className={styles.none}>{noCommonOpinion}</p>}
          <ol className={styles.lines}>
            {lines.map((line, index) => (
              <li key={line.key}>
                <Input.TextArea
                  autoSize={{ minRows: 1, maxRows: 4 }}
                  count={{ max: maxOpinionLength, strategy: countCharacters }}
                  value={line.content}
                  aria-label={`常用意见 ${index + 1}`}
                  autoFocus={line.id === undefined}
                  status={problem !== undefined && problemOfCommonOpinion(line.content) ? 'error' : undefined}
                  placeholder="请输入常用意见"
                  onChange={(event) => {
                    const content = event.target.value;
                    setLines(lines.map((other) => (other.key === line.key ? { ...other, content } : other)));
                  }}
                />
                <Button
                  type="text"
                  icon={<ArrowUpOutlined aria-hidden />}
                  aria-label={`上移第 ${index + 1} 条`}
                  disabled={index === 0}
                  onClick={() => setLines(moveLine(lines, index, -1))}
                />
                <Button
                  type="text"
                  icon={<ArrowDownOutlined aria-hidden />}
                  aria-label={`下移第 ${index + 1} 条`}
                  disabled={index === lines.length - 1}
                  onClick={() => setLines(moveLine(lines, index, 1))}
                />
                <Popconfirm
                  title="确定删除该常用意见？"
                  okText="删除"
                  cancelText="取消"
                  okButtonProps={{ danger: true }}
                  onConfirm={() => removeLine(line)}
                >
                  <Button
                    type="text"
                    danger
                    icon={<DeleteOutlined aria-hidden />}
                    aria-label={`删除第 ${index + 1} 条`}
                  />
                </Popconfirm>
              </li>
            ))}
          </ol>
          <Button
            block
            type="dashed"
            icon={<PlusOutlined aria-hidden />}
            onClick={add}
            disabled={lines.length >= 100}
          >
            添加一条
          </Button>
        </>
      )}
    </EditingModal>
  );
}
