// The component being edited, as a view reads it.
import { Emitter } from "./emitter";
import {
  type Component,
  type ComponentContent,
  type ComponentState,
  ComponentDocument as Handle,
} from "./pkg/app/prompt_app";
import type { RecordDocument } from "./record-document";
import { storable } from "./storable-text";

export class ComponentDocument implements RecordDocument<Component> {
  readonly #handle: Handle;
  readonly #listeners = new Emitter();
  #component: Component | null = null;
  #state: ComponentState | null = null;
  #isRestoring = false;
  #broken = false;
  #closed = false;

  constructor(component: Component) {
    this.#handle = Handle.open(component);
  }

  readonly subscribe = (listener: () => void): (() => void) => this.#listeners.add(listener);

  readonly state = (): ComponentState => {
    this.#state ??= this.#handle.state();
    return this.#state;
  };

  readonly isBroken = (): boolean => this.#broken;

  readonly isRestoring = (): boolean => this.#isRestoring;

  /** The component; the same object until it changes. */
  readonly record = (): Component => {
    this.#component ??= this.#handle.component();
    return this.#component;
  };

  saved(): Component {
    return this.#handle.saved();
  }

  replace(next: Component): void {
    this.endStep();
    this.#apply(next);
    this.endStep();
  }

  /** Changes some of the fields. */
  edit(part: Partial<Component>): void {
    this.#apply({ ...this.record(), ...storable(part) });
  }

  /** Changes some fields of the content. */
  editContent(part: Partial<ComponentContent>): void {
    const { content } = this.record();
    this.edit({ content: { ...content, ...storable(part) } });
  }

  supersede(other: Component, next: Component): void {
    this.#guard(() => this.#handle.supersede(other, next));
    this.#finish();
  }

  undo(): boolean {
    return this.#restore(() => this.#handle.undo());
  }

  redo(): boolean {
    return this.#restore(() => this.#handle.redo());
  }

  endStep(): void {
    this.#handle.endStep();
  }

  joinStep(): void {
    this.#handle.joinStep();
  }

  setSaved(saved: Component): void {
    this.#guard(() => this.#handle.setSaved(saved));
    this.#finish();
  }

  followVisibility(isPublic: boolean): void {
    if (this.saved().is_public === isPublic) return;
    this.#guard(() => this.#handle.followVisibility(isPublic));
    this.#finish();
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    // A page that unmounts may read once more, so both are cached.
    this.record();
    this.state();
    this.#listeners.clear();
    this.#handle.free();
  }

  #apply(next: Component): void {
    if (this.#guard(() => this.#handle.apply(next))) this.#finish();
  }

  #restore(step: () => boolean): boolean {
    if (!this.#guard(step)) return false;
    this.#isRestoring = true;
    try {
      this.#finish();
    } finally {
      this.#isRestoring = false;
    }
    return true;
  }

  #finish(): void {
    this.#component = null;
    this.#state = null;
    this.#listeners.emit("everything");
  }

  /** A fault of the core, unlike a rejected edit, ends editing. */
  #guard<T>(call: () => T): T {
    try {
      return call();
    } catch (error) {
      if (error instanceof WebAssembly.RuntimeError) {
        this.#broken = true;
        this.#finish();
      }
      throw error;
    }
  }
}
