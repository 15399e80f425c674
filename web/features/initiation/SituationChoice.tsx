import { Radio } from 'antd';
import type { GuidedSituation } from '#contract/guides.ts';
import { pathTo } from '#domain/items/situations.ts';
import styles from './item-guide.module.css';

/** Asks for 情形: one choice on each level; the next level is below the selected situation. */
export function SituationChoice(props: {
  situations: readonly GuidedSituation[];
  /** Id of the chosen situation, or an empty text. */
  value: string;
  onChange: (id: string) => void;
}) {
  const { situations, value, onChange } = props;
  const path = pathTo(situations, value);
  const levels = ['0', ...path.map(({ id }) => id)].flatMap((parent, level) => {
    const choices = situations.filter((situation) => situation.parent === parent);
    return choices.length === 0 ? [] : [{ parent, level, choices }];
  });
  const isComplete = levels.length <= path.length;
  return (
    <div className={styles.situations}>
      {levels.map(({ parent, level, choices }) => (
        <Radio.Group
          key={parent}
          aria-label={level === 0 ? '情形' : `“${path[level - 1]?.name}”的情形`}
          optionType="button"
          value={path[level]?.id ?? null}
          options={choices.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(event) => onChange(event.target.value)}
        />
      ))}
      {!isComplete && <p className={styles.hint}>选择情形后，列出该情形所需的全部材料。</p>}
    </div>
  );
}
