/** The part of bpmn-moddle that reading needs; the package types its elements, not its entry. */
declare module 'bpmn-moddle' {
  export interface ModdleElement {
    readonly $type: string;
    readonly $parent?: ModdleElement;
    /** Attributes that no descriptor knows, by the names that the file writes; absent in foreign elements. */
    readonly $attrs?: Readonly<Record<string, unknown>>;
    readonly $descriptor: { properties: readonly { name: string; default?: unknown }[] };
    get(name: string): unknown;
    set(name: string, value: unknown): void;
  }
  export interface ParseWarning {
    message: string;
    /** Subject of the complaint, where the parser knows it: an attribute that no descriptor has, or a reference. */
    element?: ModdleElement;
    property?: string;
    value?: string;
  }
  export interface ParseResult {
    rootElement: ModdleElement;
    warnings: ParseWarning[];
  }
  export class BpmnModdle {
    constructor(packages?: Record<string, unknown>);
    fromXML(xml: string): Promise<ParseResult>;
    toXML(element: ModdleElement, options?: { format?: boolean }): Promise<{ xml: string }>;
    create(type: string): ModdleElement;
  }
}

declare module 'bpmn-auto-layout' {
  /** Draws the process anew; the text is parsed and written again. */
  export function layoutProcess(xml: string): Promise<string>;
}
