import { Plugin, PluginKey } from '@tiptap/pm/state';
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view';

/**
 * Places of uploads inside a text: decorations, which belong neither to the text nor to its history, so that undo
 * brings none back and none is saved.
 */
interface PlaceChange {
  add?: { key: string; at: number; element: HTMLElement };
  remove?: string;
}

const places = new PluginKey<DecorationSet>('uploadPlaces');

/** Returns the plugin; `onLost` gets the key of a place whose surroundings were deleted. */
export function createUploadPlaces(onLost: (key: string) => void): Plugin<DecorationSet> {
  return new Plugin<DecorationSet>({
    key: places,
    state: {
      init: () => DecorationSet.empty,
      apply(transaction, before) {
        let current = before.map(transaction.mapping, transaction.doc, {
          onRemove: ({ key }: { key: string }) => queueMicrotask(() => onLost(key)),
        });
        const change = transaction.getMeta(places) as PlaceChange | undefined;
        if (change?.add) {
          const { key, at, element } = change.add;
          // Behind the place, so that text typed there stays before the picture.
          current = current.add(transaction.doc, [
            Decoration.widget(at, () => element, {
              key,
              side: 1,
              ignoreSelection: true,
              stopEvent: () => true,
            }),
          ]);
        }
        if (change?.remove !== undefined) {
          const { remove } = change;
          current = current.remove(current.find(undefined, undefined, ({ key }) => key === remove));
        }
        return current;
      },
    },
    props: { decorations: (state) => places.getState(state) },
  });
}

export function addPlace(view: EditorView, add: NonNullable<PlaceChange['add']>): void {
  view.dispatch(view.state.tr.setMeta(places, { add } satisfies PlaceChange).setMeta('addToHistory', false));
}

/** Returns the present position of a place; undefined if it is gone. */
export function positionOf(view: EditorView, key: string): number | undefined {
  return places.getState(view.state)?.find(undefined, undefined, (spec) => spec.key === key)[0]?.from;
}

/** Returns the transaction of the view's state that removes a place. */
export function withoutPlace(view: EditorView, key: string) {
  return view.state.tr.setMeta(places, { remove: key } satisfies PlaceChange);
}
