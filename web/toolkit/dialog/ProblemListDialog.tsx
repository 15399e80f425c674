import { CloseCircleFilled } from '@ant-design/icons';
import { Button } from 'antd';
import { refusalRow } from '#domain/refusals/refusals.ts';
import { AppModal } from '#web/toolkit/dialog/AppModal.tsx';
import { useGoWhenClosed } from '#web/toolkit/dialog/use-go-when-closed.ts';
import styles from './problem-list.module.css';

/** Shows all problems that prevent an action at once; each line leads to its place (S1 §5). */
export function ProblemListDialog(props: {
  title: string;
  problems: readonly ListedProblem[];
  onClose: () => void;
}) {
  const { title, problems, onClose } = props;
  const goTo = useGoWhenClosed(onClose);
  // 去完善 goes to the place of the first problem; closing leaves the screen as it is.
  const first = problems.find(({ go }) => go !== undefined)?.go;
  return (
    <AppModal
      open={problems.length > 0}
      title={
        <span className={styles.problemTitle}>
          <CloseCircleFilled aria-hidden="true" />
          {title}
        </span>
      }
      width={520}
      onCancel={onClose}
      footer={
        <Button type="primary" onClick={() => (first === undefined ? onClose() : goTo(first))}>
          去完善
        </Button>
      }
    >
      <p>{refusalRow.badInput.text}</p>
      <ul className={styles.problemList}>
        {problems.map((problem) => (
          <li key={problem.text}>
            <ProblemLine text={problem.text} go={problem.go} onGo={goTo} />
            {problem.parts !== undefined && (
              <ul>
                {problem.parts.map((part) => (
                  <li key={part.text}>
                    <ProblemLine text={part.text} go={part.go} onGo={goTo} />
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </AppModal>
  );
}

function ProblemLine(props: { text: string; go?: (() => void) | undefined; onGo: (go: () => void) => void }) {
  const { text, go, onGo } = props;
  if (go === undefined) return <>{text}</>;
  return (
    <button type="button" className={styles.linkButton} onClick={() => onGo(go)}>
      {text}
    </button>
  );
}

/** One problem, with the link to its place if it has one. */
export interface ProblemPart {
  text: string;
  go?: (() => void) | undefined;
}

/** A line of the dialog 确认…失败: the problem, the link to it, and the single problems under it. */
export interface ListedProblem {
  text: string;
  go?: (() => void) | undefined;
  parts?: readonly ProblemPart[];
}
