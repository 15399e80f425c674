import { Cascader } from 'antd';
import { useMemo, useState } from 'react';
import { deepestRegionLevel, type RegionStep } from '#domain/forms/kinds/region/region.ts';
import { treeFailureText } from '#web/api/call-error.ts';
import { useFeedback } from '../../../feedback/use-feedback.ts';
import styles from '../../form.module.css';
import { type AreaChoice, useFormPorts } from '../../form-ports.ts';
import type { FieldEditorProps } from '../kind-view.ts';

interface AreaNode {
  value: string;
  label: string;
  isLeaf: boolean;
  children?: AreaNode[];
}

/** Region by region, each level loaded when it is opened; it opens at what is chosen, else at the office's own. */
export function RegionField(props: FieldEditorProps<readonly RegionStep[]>) {
  const { control, disabled, field, onBlur, onChange, value } = props;
  const { level: deepest = deepestRegionLevel, minLevel = 1, placeholder = '请选择行政区划' } = field.props;
  const { loadAreas, officePath } = useFormPorts();
  const [nodes, setNodes] = useState<AreaNode[]>();
  /** Codes of the regions that stand open while nothing is chosen. */
  const [way, setWay] = useState<string[]>([]);
  const [opened, setOpened] = useState(false);
  const [failed, setFailed] = useState(false);
  const feedback = useFeedback();
  // NOTE: with a new list at each drawing the cascader begins at its value again, and no key gets any further.
  const codes = useMemo(() => value.map((step) => step.code), [value]);

  const below = async (path: readonly string[]): Promise<AreaNode[]> => {
    const areas = (await loadAreas?.(path.length + 1, path.at(-1))) ?? [];
    return areas.map((area) => toNode(area, path.length + 1 >= deepest));
  };

  /** The provinces and every level on the way, all at once, so that the tree is drawn once. */
  const openTree = async () => {
    setFailed(false);
    const office = codes.length > 0 ? codes.slice(0, -1) : ((await officePath?.().catch(() => [])) ?? []);
    const open = office.slice(0, deepest - 1);
    try {
      const levels = await Promise.all([[], ...open.map((_, depth) => open.slice(0, depth + 1))].map(below));
      setNodes(
        levels.reduce((tree, children, depth) =>
          depth === 0 ? children : withChildren(tree, open.slice(0, depth), children),
        ),
      );
      setWay([...open]);
    } catch {
      setFailed(true);
    }
  };

  const load = async (path: readonly string[]) => {
    try {
      const children = await below(path);
      setNodes((known) => withChildren(known ?? [], path, children));
    } catch {
      // The tree still stands, so that the word comes beside it; opening the region asks again.
      feedback.warn(treeFailureText);
    }
  };

  return (
    <Cascader<AreaNode>
      {...control}
      allowClear={!disabled}
      changeOnSelect={minLevel < deepest}
      className={styles.region}
      disabled={disabled}
      displayRender={(labels) =>
        value.length > 0 ? (
          value.map((step) => step.name).join(' / ')
        ) : opened ? (
          <span className={styles.regionPlaceholder}>{placeholder}</span>
        ) : (
          labels.join(' / ')
        )
      }
      loadData={(chosen) => load(chosen.map((node) => node.value))}
      notFoundContent={failed ? treeFailureText : nodes ? '没有下级区划' : '正在加载…'}
      options={nodes ?? []}
      placeholder={placeholder}
      // The box says that it owns an element of this id, which the cascader itself does not draw.
      popupRender={(menus) => (
        <div id={`${control.id}_list`} ref={letKeysScroll}>
          {menus}
        </div>
      )}
      status={control['aria-invalid'] && 'error'}
      // The columns that stand open follow the value; without one they are where the office is, and nothing is chosen.
      value={codes.length > 0 || !opened ? codes : way}
      onBlur={onBlur}
      onChange={(_codes, chosen) =>
        onChange((chosen ?? []).map((node) => ({ code: node.value, name: node.label })))
      }
      onOpenChange={(open) => {
        setOpened(open);
        if (open && !nodes) void openTree();
      }}
    />
  );
}

/** The columns are longer than they show, and a key must be able to move them as well; the cascader leaves them out. */
function letKeysScroll(popup: HTMLElement | null): (() => void) | undefined {
  if (popup === null) return undefined;
  const reach = () => {
    for (const column of popup.querySelectorAll<HTMLElement>('[role="menu"]')) column.tabIndex = 0;
  };
  reach();
  const columns = new MutationObserver(reach);
  columns.observe(popup, { childList: true, subtree: true });
  return () => columns.disconnect();
}

function toNode({ code, name, isLeaf }: AreaChoice, deepestLevel: boolean): AreaNode {
  return { value: code, label: name, isLeaf: isLeaf || deepestLevel };
}

function withChildren(nodes: readonly AreaNode[], path: readonly string[], children: AreaNode[]): AreaNode[] {
  const [code, ...rest] = path;
  return nodes.map((node) => {
    if (node.value !== code) return node;
    if (rest.length > 0) return { ...node, children: withChildren(node.children ?? [], rest, children) };
    // A division without divisions below is an end, whatever its level.
    return children.length > 0 ? { ...node, children } : { ...node, isLeaf: true };
  });
}
