import styles from './opinions.module.css';
import { useMyOpinions } from './use-my-opinions.ts';

/** Maximum number in one line on a desktop; the popover of 常用意见 contains all. */
const maxChips = 4;

/**
 * Shows the user's first common opinions above the opinion: a click inserts one, a second click removes it.
 */
export function OpinionChips(props: {
  opinion: string;
  disabled?: boolean;
  onPick: (content: string) => void;
  onRemove: (content: string) => void;
}) {
  const { opinion, disabled, onPick, onRemove } = props;
  // A list that cannot be loaded is reported in the popover.
  const chips = useMyOpinions(true).data?.slice(0, maxChips) ?? [];
  if (chips.length === 0) return null;
  return (
    <ul className={styles.chips} aria-label="常用意见">
      {chips.map(({ id, content }) => {
        const isUsed = opinion.includes(content);
        return (
          <li key={id}>
            <button
              type="button"
              title={content}
              aria-pressed={isUsed}
              disabled={disabled}
              onClick={() => (isUsed ? onRemove(content) : onPick(content))}
            >
              {content}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
