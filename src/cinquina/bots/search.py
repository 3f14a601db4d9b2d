"""`search`: information-set Monte Carlo tree search over imagined records.

Each simulation imagines anew what the seat can't know, walks down a tree of what the seat would
see, adds one node, plays on as `prefer` would (or at random) and remembers who won. A node stands
for an action and for what came of it in the eyes of the seat that thinks: a die that fell
otherwise or another card drawn is another node. An opponent's hidden cards are not.

Which action to follow is chosen by value plus a bonus that shrinks with its visits: "PUCT", with
`prefer` as the policy that is trusted in advance, and counting only the times that an action was
possible, as information-set search must. Below the root another action is tried only after so
many visits (`patience`): chance makes so many nodes that trying everything in each would make
the future look worse than it is. Actions that `promising` leaves out are tried as soon as a node
has been visited often enough.

Everything lies in records allocated before: nothing is allocated while it thinks. Only +, -, *, /
and square roots are used, so compiled and interpreted trees are the same to the last bit.
"""

import math
from typing import Any

import numpy as np

from cinquina.bots.minds import GREEDY, RANDOM
from cinquina.bots.sense import outlook, prefer, promising, quiet
from cinquina.core.contract import actors, apply, imagine, legal, over, result, sample
from cinquina.core.drivers import SEATS, one_of
from cinquina.core.kernel import kernel, outline
from cinquina.core.record import SEEN, Array, Room, Seen, State, States, handed
from cinquina.core.rng import below

NODES = 1 << 15  # room for so many simulations; later ones go on without growing the tree
DEEPEST = 256
CODES = 256  # more than any game has actions
WIDEN = 12  # visits for each promising action before all others may be tried
MASK = (1 << 63) - 1
LOW = (1 << 32) - 1

# A tree: nodes with lists of edges (actions tried there), edges with lists of nodes (what came
# of them). Node 0 is the root; edge 0 is no edge.
TREE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("key", "i8", NODES),  # of a node: what the seat sees
                ("sum", "f8", NODES),  # of an edge: what its player won
                ("square", "f8", NODES),
                ("nodes", "i8"),
                ("edges", "i8"),
                ("serial", "i8"),
                ("sims", "i8"),
                ("moves", "i8"),  # of all simulations
                ("seen", "i4", NODES),  # of a node: visits
                ("first", "i4", NODES),  # of a node: its first edge
                ("other", "i4", NODES),  # of a node: another outcome of the same edge
                ("liked", "i4", NODES),  # of a node: what `prefer` says, -1: not yet asked
                ("visits", "i4", NODES),  # of an edge
                ("chances", "i4", NODES),  # of an edge: how often it was possible
                ("next", "i4", NODES),  # of an edge: another edge of the same node
                ("child", "i4", NODES),  # of an edge: its first outcome
                ("action", "i4", NODES),  # of an edge
                ("mark", "i8", CODES),
                ("path", "i4", DEEPEST),
                ("mover", "i4", DEEPEST),
                ("worth", "f8", SEATS),  # of one simulation, to each seat
                ("total", "f8", SEATS),  # of all simulations
            ]
        ),
    )
)


def sights(state: np.dtype[Any]) -> Array:
    """What each seat sees of a record, for `key_of`: a row of (word, mask, two odd factors)…

    Facts of the layout, not of any position: the factors are those of a fixed generator."""
    words = state.itemsize // 8
    chance = np.random.Generator(np.random.PCG64(9))
    factors = chance.integers(1, 1 << 62, (words, 2)) | 1
    out = np.zeros((SEATS, 1 + 4 * words), "i8")
    for seat in range(SEATS):
        masks = seen_bytes(state, seat).view("<i8")
        rows = np.column_stack([np.arange(words), masks, factors])[masks != 0]
        out[seat, 0] = len(rows)
        out[seat, 1 : 1 + rows.size] = rows.ravel()
    return handed(out)


def seen_bytes(state: np.dtype[Any], seat: int) -> np.ndarray[Any, Any]:
    """255 for each byte of a record that a seat may see, else 0."""
    seen = np.zeros(state.itemsize, "u1")
    fields: Any = state.fields
    for name, who in SEEN[state].items():
        kind, offset = fields[name][:2]
        if who is Seen.OWNER:
            row = kind.itemsize // kind.shape[0]
            if seat < kind.shape[0]:
                seen[offset + seat * row : offset + (seat + 1) * row] = 255
        elif who not in (Seen.NOBODY, Seen.NEWS):
            seen[offset : offset + kind.itemsize] = 255
    return seen


def words(states: States) -> Array:
    """The records as rows of 64-bit numbers over the same bytes."""
    return handed(states.view(np.ndarray).view("<i8").reshape(len(states), -1))


@kernel
def key_of(words: Array, sights: Array, seat: int) -> int:
    """A hash of what a seat sees of record 0."""
    h = 0
    for at in range(1, 1 + 4 * sights[seat, 0], 4):
        word = words[0, sights[seat, at]] & sights[seat, at + 1]
        h += (word & LOW) * sights[seat, at + 2] + (word >> 32 & LOW) * sights[seat, at + 3]
    return h & MASK


@kernel
def clear(tree: State) -> None:
    tree.nodes = 1
    tree.edges = 1
    tree.sims = 0
    tree.moves = 0
    tree.seen[0] = 0
    tree.first[0] = 0
    tree.liked[0] = -1
    for p in range(SEATS):
        tree.total[p] = 0.0


# The rules and the sense of a game are called, not inlined: they are used in many places, and
# compiling them once saves minutes. Only a playout is worth its own copy of the rules.


@outline
def like(s: State, seat: int, room: Room) -> int:
    return prefer(s, seat, room)


@outline
def guess(s: State, seat: int, room: Room) -> None:
    imagine(s, seat, room.rng)


@outline
def act(s: State, seat: int, action: int) -> None:
    apply(s, seat, action)


@outline
def ways(s: State, seat: int, room: Room) -> int:
    """All legal actions, in room.actions."""
    return legal(s, seat, room)


@outline
def anything(s: State, seat: int, room: Room) -> int:
    return sample(s, seat, room)


@outline
def clear_at(trees: States) -> None:
    clear(trees[0])


@outline
def playout(s: State, room: Room, depth: int, wild: int) -> int:
    """Play on as `prefer` says, now and then at random; return how many moves."""
    moves = 0
    seats = actors(s)
    while seats and not (moves >= depth and quiet(s)):
        seat = one_of(seats, room.rng)
        if wild >= 1000 or (wild > 0 and below(room.rng, 1000) < wild):
            action = sample(s, seat, room)
        else:
            action = like(s, seat, room)
        apply(s, seat, action)
        seats = actors(s)
        moves += 1
    return moves


@kernel
def judge(s: State, worth: Array) -> None:
    """What the position at the end of a playout is worth to each seat, from 0 to 1."""
    if over(s):
        result(s, worth)
    else:
        outlook(s, worth)


@kernel
def edge_of(tree: State, node: int, action: int) -> int:
    edge = tree.first[node]
    while edge and tree.action[edge] != action:
        edge = tree.next[edge]
    return edge


@kernel
def new_edge(tree: State, node: int, action: int) -> int:
    edge = tree.edges
    tree.edges += 1
    tree.action[edge] = action
    tree.visits[edge] = 0
    tree.chances[edge] = 1
    tree.sum[edge] = 0.0
    tree.square[edge] = 0.0
    tree.child[edge] = 0
    tree.next[edge] = tree.first[node]
    tree.first[node] = edge
    return edge


@outline
def select(s: State, seat: int, node: int, own: bool, tree: State, mind: State, room: Room) -> int:
    """The edge to follow from a node; a new one if it was never followed; 0 if there is none.

    At its `own` nodes the seat that thinks knows the same each time, and likes the same. A mind
    that trusts `prefer` in nothing does not ask it."""
    if mind.trust > 0.0 and not (own and tree.liked[node] >= 0):
        tree.liked[node] = like(s, seat, room)
    liked = tree.liked[node]
    n = promising(s, seat, room)
    if tree.seen[node] > WIDEN * n:
        n = ways(s, seat, room)
    tree.serial += 1
    for i in range(n):
        tree.mark[room.actions[i]] = tree.serial
    if liked >= 0 and tree.mark[liked] != tree.serial:
        tree.mark[liked] = tree.serial
        room.actions[n] = liked
        n += 1
    share = (1.0 - mind.trust) / n
    best, most, total, visits, tried = 0, -1.0, 0.0, 0, 0
    edge = tree.first[node]
    while edge:
        action = tree.action[edge]
        total += tree.sum[edge]
        visits += tree.visits[edge]
        if tree.mark[action] == tree.serial:
            tree.mark[action] = -1
            n -= 1
            tried += 1
            tree.chances[edge] += 1
            prior = share + mind.trust if action == liked else share
            bound = tree.sum[edge] / tree.visits[edge] + mind.explore * prior * math.sqrt(
                tree.chances[edge]
            ) / (1 + tree.visits[edge])
            if bound > most:
                best, most = edge, bound
        edge = tree.next[edge]
    if tree.edges >= (NODES if node == 0 else NODES - CODES):  # the root always has room
        return best
    if liked >= 0 and tree.mark[liked] == tree.serial:
        return new_edge(tree, node, liked)
    if n > 0 and (node == 0 or tried * mind.patience <= tree.seen[node]):
        hope = total / visits if visits else 1.0
        if hope + mind.explore * share * math.sqrt(tree.seen[node]) > most:
            skip = below(room.rng, n)
            i = 0
            while True:
                if tree.mark[room.actions[i]] == tree.serial:
                    if skip == 0:
                        return new_edge(tree, node, room.actions[i])
                    skip -= 1
                i += 1
    return best


@kernel
def outcome(tree: State, edge: int, key: int) -> int:
    """The node that an edge led to, new if it never did; -1 if there is no room."""
    node = tree.child[edge]
    while node and tree.key[node] != key:
        node = tree.other[node]
    if node == 0:
        if tree.nodes == NODES:
            return -1
        node = tree.nodes
        tree.nodes += 1
        tree.key[node] = key
        tree.seen[node] = 0
        tree.first[node] = 0
        tree.liked[node] = -1
        tree.other[node] = tree.child[edge]
        tree.child[edge] = node
    return node


@outline
def grow(
    states: States, i: int, seat: int, minds: States, k: int, sims: int, forced: int,
    scratch: States, words: Array, sights: Array, trees: States, rooms: States,
) -> None:  # fmt: skip
    """So many more simulations for a seat in states[i], as mind k thinks.

    `words` are those of `scratch`, in which it plays. With `forced` (else -1) they all begin
    with that action."""
    tree, room, mind, s = trees[0], rooms[0], minds[k], scratch[0]
    for _ in range(sims):
        scratch[0] = states[i]
        if not mind.peek:
            guess(s, seat, room)
        node = 0
        depth = 0
        fresh = False
        while not fresh and node >= 0 and depth < DEEPEST and not over(s):
            # The root is this seat's; elsewhere whoever of the actors is first.
            mover = one_of(actors(s), room.rng) if depth else seat
            if depth:
                node = outcome(tree, tree.path[depth - 1], key_of(words, sights, seat) ^ mover)
                if node < 0:
                    break
            if depth or forced < 0:
                edge = select(s, mover, node, mover == seat, tree, mind, room)
            else:
                edge = edge_of(tree, 0, forced)
                if edge == 0:
                    edge = new_edge(tree, 0, forced)
            if edge == 0:
                break
            tree.seen[node] += 1
            fresh = tree.visits[edge] == 0
            tree.path[depth] = edge
            tree.mover[depth] = mover
            depth += 1
            act(s, mover, tree.action[edge])
        tree.sims += 1
        tree.moves += depth + playout(s, room, mind.depth, mind.wild)
        judge(s, tree.worth)
        for p in range(s.players):
            tree.total[p] += tree.worth[p]
        for d in range(depth):
            edge, won = tree.path[d], tree.worth[tree.mover[d]]
            tree.visits[edge] += 1
            tree.sum[edge] += won
            tree.square[edge] += won * won


@kernel
def most_visited(tree: State) -> int:
    """The action of the root that was followed most often, the better one of equals."""
    best = tree.first[0]
    edge = best
    while edge:
        more = tree.visits[edge] - tree.visits[best]
        if more > 0 or (more == 0 and tree.sum[edge] > tree.sum[best]):
            best = edge
        edge = tree.next[edge]
    return tree.action[best]


@outline
def at_sight(
    states: States, i: int, seat: int, minds: States, k: int, scratch: States, rooms: States
) -> int:
    """What mind k does on a seat in states[i]; -1 if it must search to know."""
    room, mind, s = rooms[0], minds[k], scratch[0]
    if mind.kind == RANDOM or (mind.slip > 0 and below(room.rng, 1000) < mind.slip):
        return anything(states[i], seat, room)
    if ways(states[i], seat, room) == 1:
        return room.actions[0]
    if mind.kind == GREEDY:
        scratch[0] = states[i]
        guess(s, seat, room)
        return like(s, seat, room)
    return -1


@outline
def decide(
    states: States, i: int, seat: int, minds: States, k: int,
    scratch: States, words: Array, sights: Array, trees: States, rooms: States,
) -> int:  # fmt: skip
    """What mind k does on a seat in states[i]."""
    action = at_sight(states, i, seat, minds, k, scratch, rooms)
    if action < 0:
        clear(trees[0])
        sims = minds[k].sims
        grow(states, i, seat, minds, k, sims, -1, scratch, words, sights, trees, rooms)
        action = most_visited(trees[0])
    return action
