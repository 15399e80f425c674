import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import type { Problem } from '#domain/refusals/refusals.ts';
import type { QueryAs } from '#web/api/query-of.ts';
import { CancelButton, EditingModal } from '../dialog/EditingModal.tsx';
import { FailureState } from '../feedback/FailureState.tsx';
import { SkeletonRows } from '../feedback/ScreenSkeleton.tsx';
import { useFeedback } from '../feedback/use-feedback.ts';
import { FileDrop } from '../files/FileDrop.tsx';
import styles from './definitions.module.css';
import { type CheckedDefinition, Findings } from './Findings.tsx';
import { readText } from './read-text.ts';

interface CheckOptions {
  /** Kind such as 表单, 流程. */
  kind: string;
  check: (text: string) => QueryAs<CheckedDefinition>;
  /** Returns a function that makes the message of a problem in this text; by default the plain message. */
  textsFor?: (text: string) => (problem: Problem) => string;
  onGo?: ((field: string) => void) | undefined;
}

/**
 * Publishes a form or a process, after it has shown the problems and the changes. The file is chosen here, or
 * the text comes from an editor.
 */
export function PublishDefinition(
  props: CheckOptions & {
    editorText?: string | undefined;
    file: { hint: string; accept: string; megabytes: number };
    /** Returns the reason why this content may not be published here. */
    objection?: (definition: CheckedDefinition['definition']) => string | undefined;
    /** Says when the new version takes effect. */
    effectText?: string;
    running: boolean;
    /** Returns undefined after a refusal; `current` is the version that it replaces, 0 for none. */
    publish: (text: string, current: number) => Promise<unknown>;
    onClose: () => void;
  },
) {
  const { kind, editorText, file, check, textsFor, objection, running, onGo, onClose } = props;
  const [chosen, setChosen] = useState<{ name: string; text: string; hints: readonly Problem[] }>();
  const feedback = useFeedback();
  const text = editorText ?? chosen?.text;
  const checked = useQuery({
    ...check(text ?? ''),
    enabled: text !== undefined,
    gcTime: 0,
    // Without a network it fails at once with a message, instead of waiting silently.
    networkMode: 'always',
    retry: false,
  });
  const readChosenFile = async (chosenFile: File) => {
    const { text: content, hint } = readText(new Uint8Array(await chosenFile.arrayBuffer()));
    if (content.length > file.megabytes * 1_000_000)
      return feedback.warn(`文件过大，${kind}文件不能超过 ${file.megabytes} MB`);
    setChosen({
      name: chosenFile.name,
      text: content,
      hints: hint === undefined ? [] : [{ field: '', message: hint }],
    });
  };
  const { data } = checked;
  const publish = async () => {
    if (text === undefined) return;
    const result = await props.publish(text, data?.definition?.current ?? 0);
    // The version that it replaces may have changed.
    if (result === undefined) await checked.refetch();
  };
  const objectionText = objection?.(data?.definition);
  const mayPublish = checked.isSuccess && checked.data.problems.length === 0 && objectionText === undefined;
  const title = data?.definition
    ? `发布${kind}“${data.definition.name}”`
    : `发布${kind}${editorText === undefined ? '文件' : ''}`;
  return (
    <EditingModal
      open
      title={title}
      width={800}
      unsaved={() => editorText === undefined && chosen !== undefined}
      lossText="选择的文件尚未发布，关闭后不保留。"
      stayLabel="返回"
      onCancel={onClose}
      footer={
        <>
          <CancelButton />
          <Button type="primary" loading={running} disabled={!mayPublish} onClick={() => void publish()}>
            确认发布
          </Button>
        </>
      }
    >
      {editorText === undefined && (
        <FileDrop
          label={chosen ? `已选择 ${chosen.name}，点击或拖入另选` : `选择或拖入${kind}文件`}
          hint={file.hint}
          accept={file.accept}
          onFile={(chosenFile) => void readChosenFile(chosenFile)}
        />
      )}
      <div className={styles.checked} aria-live="polite">
        {text !== undefined && checked.isPending && <SkeletonRows rows={4} />}
        {checked.isError && (
          <FailureState compact failure={checked.error} onRetry={() => void checked.refetch()} />
        )}
        {objectionText !== undefined && (
          <p role="alert" className={styles.problem}>
            {objectionText}
          </p>
        )}
        {data && text !== undefined && (
          <Findings
            title={chosen?.name ?? title}
            effectText={props.effectText}
            checked={{ ...data, hints: [...(chosen?.hints ?? []), ...data.hints] }}
            textOf={textsFor?.(text) ?? (({ message }) => message)}
            onGo={editorText === undefined ? undefined : onGo}
          />
        )}
      </div>
    </EditingModal>
  );
}
