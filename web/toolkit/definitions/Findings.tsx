import { CopyOutlined, PrinterOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { PartChange } from '#domain/part-change.ts';
import type { Problem } from '#domain/refusals/refusals.ts';
import { useFeedback } from '../feedback/use-feedback.ts';
import { copyText } from '../page/copy-text.ts';
import { Changes } from './Changes.tsx';
import styles from './definitions.module.css';

/** Result of the server's check of a definition; `definition` is undefined if the text contains none. */
export interface CheckedDefinition {
  problems: readonly Problem[];
  /** Notes on values that were added or ignored. */
  hints: readonly Problem[];
  definition: { code: string; name: string; current: number | null } | undefined;
  changes: readonly PartChange[];
}

interface ProblemRendering {
  textOf: (problem: Problem) => string;
  onGo: ((field: string) => void) | undefined;
}

const versionEffectText = '在办件按各自开始时的版本办完；事项要用新版，请在“事项”中重新发布。';

/**
 * Shows the findings in a definition: problems that prevent its publication, separate from hints that do not.
 */
export function Findings(
  props: {
    checked: CheckedDefinition;
    title: string;
    /** Says when the new version takes effect. */
    effectText?: string | undefined;
  } & ProblemRendering,
) {
  const { checked, title: name, effectText = versionEffectText, ...rendering } = props;
  const { problems, hints, definition, changes } = checked;
  const parts = [
    { title: `发布前须改正 ${problems.length} 处`, entries: problems, isProblem: true },
    { title: `提示 ${hints.length} 处，不影响发布`, entries: hints, isProblem: false },
  ].filter(({ entries }) => entries.length > 0);
  const lines = parts.flatMap(({ title, entries }) => [
    title,
    ...entries.map((problem, index) => `${index + 1}. ${rendering.textOf(problem)}`),
    '',
  ]);
  return (
    <>
      {parts.length > 0 && (
        <div className={styles.printed}>
          <FindingTools text={[name, '', ...lines].join('\n')} />
          <p className={styles.printTitle}>{name}</p>
          {parts.map(({ title, entries, isProblem }) => (
            <section key={title}>
              <h3 className={isProblem ? styles.problem : undefined}>{title}</h3>
              <FindingList problems={entries} label={title} {...rendering} />
            </section>
          ))}
        </div>
      )}
      {problems.length === 0 && definition && (
        <>
          <h3>
            {definition.current === null
              ? '首次发布，成为第 1 版'
              : `取代第 ${definition.current} 版，成为第 ${definition.current + 1} 版`}
          </h3>
          <p>
            {effectText}
            {definition.current !== null && changes.length === 0 && '与当前版本没有实质差别。'}
          </p>
          {changes.length > 0 && <Changes changes={changes} />}
        </>
      )}
    </>
  );
}

/** Copies or prints the list, for the person who corrects the file. */
function FindingTools({ text }: { text: string }) {
  const feedback = useFeedback();
  const copy = async () => {
    if (await copyText(text)) feedback.success('已复制清单');
    else feedback.warn('浏览器不允许复制，请手动选择文字');
  };
  return (
    <div className={styles.tools}>
      <Button size="small" icon={<CopyOutlined aria-hidden />} onClick={() => void copy()}>
        复制清单
      </Button>
      <Button size="small" icon={<PrinterOutlined aria-hidden />} onClick={() => window.print()}>
        打印清单
      </Button>
    </div>
  );
}

/**
 * Shows the findings as text, each with a link to its place if there is one. The remedy is on a separate
 * line.
 */
export function FindingList(props: { problems: readonly Problem[]; label?: string } & ProblemRendering) {
  const { problems, label, textOf, onGo } = props;
  return (
    <ul className={styles.findings} aria-label={label}>
      {problems.map((problem, index) => {
        const [sentence = '', ...remedy] = textOf(problem).split(/(?<=。)/);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: one place may have the same problem twice
          <li key={index}>
            {onGo ? (
              <button type="button" onClick={() => onGo(problem.field)}>
                {sentence}
              </button>
            ) : (
              sentence
            )}
            {remedy.length > 0 && <span className={styles.remedy}>{remedy.join('')}</span>}
          </li>
        );
      })}
    </ul>
  );
}
