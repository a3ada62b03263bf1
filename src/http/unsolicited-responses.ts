import type { Socket } from 'node:net';
import type { Exchange } from '../vocabulary/exchange.ts';

/** What an attempt reports about its connection. */
export interface ConnectionUse {
  /** Its request is being written on this connection. */
  begins(socket: Socket): void;
  /** Its response is complete or was given up. */
  ends(): void;
  /** Its position on the connection; undefined for the first request, and if it never got one. */
  place(): Exchange['onConnection'];
}

/** A kept-alive connection: the requests on it, and the one that waits for a response. */
interface Connection {
  ids: string[];
  used: ConnectionUse | undefined;
}

/**
 * Unsolicited responses on kept-alive connections. The client takes the first bytes after a request for its
 * response, and drops a connection with bytes when no response is due. Only then is it known that any response on
 * that connection may belong to another request.
 */
export class UnsolicitedResponses {
  readonly #doubted = new Set<string>();
  readonly #connections = new WeakMap<Socket, Connection>();
  #told = 0;

  /** The exchange with this id uses a kept-alive connection. */
  use(id: string): ConnectionUse {
    let connection: Connection | undefined;
    const use: ConnectionUse = {
      begins: (socket) => {
        connection = this.#connectionOf(socket);
        connection.ids.push(id);
        connection.used = use;
      },
      ends: () => {
        if (connection?.used === use) connection.used = undefined;
      },
      place: () => {
        const at = connection?.ids.lastIndexOf(id) ?? 0;
        return at > 0 ? { place: at + 1, after: connection!.ids[at - 1]! } : undefined;
      },
    };
    return use;
  }

  /** Exchanges that may have the response of another request: all that are known so far. */
  all(): string[] {
    return [...this.#doubted];
  }

  /** Those of them that neither call returned before. */
  news(): string[] {
    const news = this.all().slice(this.#told);
    this.#told = this.#doubted.size;
    return news;
  }

  #connectionOf(socket: Socket): Connection {
    const known = this.#connections.get(socket);
    if (known) return known;
    const connection: Connection = { ids: [], used: undefined };
    this.#connections.set(socket, connection);
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (connection.used || !isUnsolicited(error)) return;
      for (const id of connection.ids) this.#doubted.add(id);
    });
    return connection;
  }
}

/** How the client reports bytes without a pending request: as an unexpected response, or as the rest of a read. */
function isUnsolicited({ code, message }: NodeJS.ErrnoException): boolean {
  return (code === 'UND_ERR_SOCKET' && message === 'bad response') || /^HPE_/.test(code ?? '');
}
