import { useQuery } from '@tanstack/react-query';
import { catalogue } from '#contract/catalogue.ts';
import { queryOf } from '#web/api/query-of.ts';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import styles from './catalogue.module.css';

/** Shows the categories on the left, with their numbers of items. */
export function CategoryList(props: {
  selectedId: string | undefined;
  onSelect: (categoryId: string | undefined) => void;
}) {
  const { selectedId, onSelect } = props;
  const categories = useQuery({
    ...queryOf(catalogue.categories, {}),
    select: (answer) => answer.rows,
  });
  const rows = categories.data ?? [];
  const all = { id: undefined, name: '全部', count: rows.reduce((sum, { count }) => sum + count, 0) };
  return (
    <nav className={styles.categories} aria-label="事项分类">
      {categories.isPending ? (
        <SkeletonRows rows={4} />
      ) : (
        <ul>
          {[all, ...rows].map((category) => (
            <li key={category.id ?? 'all'}>
              <button
                type="button"
                aria-current={category.id === selectedId ? 'true' : undefined}
                onClick={() => onSelect(category.id)}
              >
                <span>{category.name}</span>
                <span className={styles.count}>{category.count}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </nav>
  );
}
