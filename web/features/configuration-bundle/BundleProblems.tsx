import { type CountedProblem, groupProblems, type ProblemGroup } from '#domain/office/bundle-problems.ts';
import { sheetLimits } from '#domain/sheets/import-sheet.ts';
import styles from './configuration-bundle.module.css';
import type { BundlePreview } from './use-bundle.ts';

/** Number of sentences of one cause that are visible until the list is expanded. */
const maxVisibleSentences = 20;

/** Shows the problems of a bundle by their cause, below the parts that other administrators import first. */
export function BundleProblems({ preview }: { preview: BundlePreview }) {
  const { wrong, problems } = preview;
  if (wrong === 0) return null;
  const earlierParts = partsBefore(preview);
  const groups = groupProblems(problems);
  return (
    <div role="alert" className={styles.problems}>
      <strong>有 {wrong} 处问题，现在没有导入任何内容。</strong>
      {earlierParts.length > 0 ? (
        <>
          <p>请先做：</p>
          <ol>
            {[...Map.groupBy(earlierParts, ({ by }) => by)].map(([by, parts]) => (
              <li key={by}>
                由{by}用同一个文件导入{parts.map(({ title }) => title).join('、')}。
              </li>
            ))}
            <li>
              已导入的，在这里重新选择文件；仍有问题的，请来源单位改正后重新导出，或者不导入有问题的部分。
            </li>
          </ol>
        </>
      ) : (
        <p>请来源单位改正后重新导出，或者不导入有问题的部分。</p>
      )}
      {groups.map((group) => (
        <Group
          key={group.title}
          group={group}
          by={earlierParts.find(({ part }) => part === group.partWithRecords)?.by}
          isOpen={groups.length === 1 || group.sentences.length <= 3}
        />
      ))}
      {wrong > problems.length && <p>以上只列出前 {sheetLimits.maxListedProblems} 处。</p>}
    </div>
  );
}

/**
 * Returns the parts that come before the last one with problems and that another administrator role imports: the
 * problems may refer to their records.
 */
function partsBefore({ parts, problems }: BundlePreview) {
  const lastIndex = parts.findLastIndex(({ part }) => problems.some((problem) => problem.part === part));
  return parts
    .slice(0, Math.max(lastIndex, 0))
    .filter(({ allowed, by, rows }) => !allowed && by !== '' && rows > 0);
}

function Group(props: { group: ProblemGroup; by: string | undefined; isOpen: boolean }) {
  const { group, by, isOpen } = props;
  const remaining = group.sentences.slice(maxVisibleSentences);
  return (
    <details open={isOpen}>
      <summary>
        {group.title}（{group.count} 处）{by !== undefined && `，先由${by}导入`}
      </summary>
      <Sentences sentences={group.sentences.slice(0, maxVisibleSentences)} />
      {remaining.length > 0 && (
        <details>
          <summary>其余 {remaining.length} 条</summary>
          <Sentences sentences={remaining} />
        </details>
      )}
    </details>
  );
}

function Sentences({ sentences }: { sentences: readonly CountedProblem[] }) {
  return (
    <ul>
      {sentences.map(({ text, times }) => (
        <li key={text}>
          {text}
          {times > 1 && <b> ×{times}</b>}
        </li>
      ))}
    </ul>
  );
}
