let ofPage: Storage | null = null;

/** browserStorage is the browser's storage, or one that lasts as long as the page where that is forbidden. */
export function browserStorage(): Storage {
  try {
    const storage = window.localStorage;
    storage.getItem("samedeal");
    return storage;
  } catch {
    ofPage ??= new PageStorage();
    return ofPage;
  }
}

class PageStorage implements Storage {
  readonly #kept = new Map<string, string>();

  get length(): number {
    return this.#kept.size;
  }

  clear(): void {
    this.#kept.clear();
  }

  getItem(key: string): string | null {
    return this.#kept.get(key) ?? null;
  }

  key(index: number): string | null {
    return [...this.#kept.keys()][index] ?? null;
  }

  removeItem(key: string): void {
    this.#kept.delete(key);
  }

  setItem(key: string, value: string): void {
    this.#kept.set(key, value);
  }
}
