import { useQuery } from '@tanstack/react-query';
import { rules, ruleTreeSize } from '#contract/rules.ts';
import { buildTree, type TreeNode, type TreeRow } from '#domain/lists/tree.ts';
import { queryOf } from '#web/api/query-of.ts';

/** A group as an option: `label` contains the names of the groups above. */
export interface GroupOption {
  value: string;
  label: string;
  name: string;
}

/** Returns the groups of rules in the order of their tree. */
export function useRuleGroups(): readonly GroupOption[] {
  const { data } = useQuery(
    queryOf(rules.groupCategories, { query: { page: '1', size: String(ruleTreeSize) } }),
  );
  return optionsOf(buildTree(data?.rows ?? []), '');
}

function optionsOf(nodes: readonly TreeNode<TreeRow>[], above: string): GroupOption[] {
  return nodes.flatMap(({ id, name, children }) => {
    const label = above === '' ? name : `${above} / ${name}`;
    return [{ value: id, label, name }, ...optionsOf(children, label)];
  });
}
