/* The floor: one period under one edition, as fast as we can write it by hand.

   In: events, entries and games in the layout that suits it best (rows packed, seats counted from 0 in their event),
   the law as plain numbers. Out: the same columns as arpad.rating.rate. One fused walk over the events does survey,
   judgement, cross tables, ledger and lines while the field is in the first-level cache; players are fetched ahead of
   need. Scratch is left clean, so that nothing needs to be cleared beforehand.
   Not covered, because the suites do not ask for it: several editions in one period, stand-in ratings, guests, games too
   unequal to count, limits that hold for the first games of an event only, and dropping the earliest results. */

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef int8_t i8; typedef uint8_t u8; typedef int16_t i16; typedef uint16_t u16;
typedef int32_t i32; typedef uint32_t u32; typedef int64_t i64; typedef uint64_t u64;

enum { SPAN = 4096, FIELD = 4096, MANY = 1 << 20, AHEAD = 24 };
enum { RATED = 0, NEWCOMER = 1 };
enum { ROUND_ROBIN = 3 }; /* of one cycle; each further cycle is one more */
enum { LATE = 4 };
enum { COUNTED = 0, POOLED = 1, UNRATED_OPPONENT = 2, FIRST_EVENT = 3, FIRST_EVENT_OPPONENTS = 4,
       MINIMUM_EVENT_GAMES = 5, FIRST_RESULT = 6 };
enum { DELISTED_STATE = 3 };
enum { CHANGED = 0, RETURNED = 1, DELISTED = 2 };
enum { PUBLISHED = 0, PENDING = 1, BELOW_FLOOR = 2 };
enum { SEEN = 1, PASSED = 2 };                                  /* an event of any kind; a result that counts */

typedef struct { i32 player; i16 own, shown; u8 role, status, k, source; } Entry;
typedef struct { u16 white, black; u8 half_points, status; } Game;             /* white's in the low two bits */
typedef struct { i64 key; i32 start, end, entry, game; u8 system, championship; } Event;  /* first entry, first game */
typedef struct { i16 rating; u8 state, k; } Standing;
typedef struct { i32 player; i64 key; i32 start, end, list; u8 system, championship; u16 games, half_points; i32 met; } Waiting;
typedef struct { i32 sum, change; u16 games, half_points; u8 late; } Total;    /* of a player */

typedef struct {
    i32 list, limit, exempt_from, robins, first_half_points, very_first, opponents_from;
    i32 event_games, every_event, games_in_robins, least_result;
    i32 added, added_rating, added_half_points, bonus_top, bonus_bottom;       /* bottom 0: by the table */
    i32 games, member_games, championship_games, window, maximum, floor, product, of_new_rating, away, scaled;
    i32 first_pass, months[12], month_count;
    i16 dp[101];
    u8 expected[2 * SPAN + 1];                                                  /* by difference + SPAN */
} Book;

typedef struct { i32 *game, *entry, *opponent; i8 *half_points; i16 *own, *met, *difference, *counted; u8 *expected; i8 *delta; u8 *status; } Ledger;
typedef struct { u16 *games, *half_points; i32 *met, *sum; u8 *k; i32 *change; i16 *ru_first, *ru; u8 *status; } Lines;
typedef struct { i32 *player; i16 *base; u8 *base_source; u16 *games, *half_points; i32 *sum; u16 *ceiling; i32 *change; i16 *rounded, *new; u8 *outcome; } Worksheets;
typedef struct { i32 *player; u16 *games, *half_points; i32 *met, *ra_sum; u16 *ra_games; u8 *p; i16 *dp, *ru, *rating; u8 *outcome; u16 *missing; i32 *until; } Firsts;
typedef struct { i32 *player; i64 *key; i32 *start, *end, *list; u8 *system, *championship; u16 *games, *half_points; i32 *met; } Pool;

typedef struct { Total *totals; u8 *states; u64 *keys, *other_keys; Waiting *added; } Scratch;

typedef struct { i32 a, b; } Two32;
typedef struct { i16 a, b; } Two16;
typedef struct { u8 a, b; } Two8;

static inline i64 floor_div(i64 top, i64 bottom) { i64 q = top / bottom; return q - ((top % bottom) < 0); }
static inline i64 half_up(i64 top, i64 bottom) { return floor_div(2 * top + bottom, 2 * bottom); }
static inline i64 half_away(i64 top, i64 bottom) {
    i64 size = (2 * (top < 0 ? -top : top) + bottom) / (2 * bottom);
    return top < 0 ? -size : size;
}
static inline i32 clip(i32 x, i32 low, i32 high) { return x < low ? low : x > high ? high : x; }

static i64 event_rating(const Book *b, i64 average, i64 games, i64 half_points, i64 n, i32 *p_out, i32 *dp_out) {
    i64 p = half_up(half_points * 100, games * 2), over = half_points - games, dp = 0;
    if (b->bonus_bottom ? over < 0 : over != 0) dp = b->dp[p];
    if (p_out) { *p_out = (i32)p; *dp_out = (i32)dp; }
    if (b->bonus_bottom && over > 0) return half_up(average * b->bonus_bottom + over * b->bonus_top, b->bonus_bottom);
    if (over < 0 && n > 0) return half_up(average * (n + 1) + dp * n, n + 1);
    return average + dp;
}

/* What an entry is inside its event: what the walk over the games reads, and the sums it makes. */
typedef struct { i16 own, meets; u8 counts, verdict, left, role; i32 sum, met; u16 games, half_points; } Seat;

typedef struct { i32 first, second, rc_new; } Ru;

/* Both passes of one round robin, without those who left. */
static void cross_table(const Book *b, const Entry *e, int size, const Game *g, int games, const Seat *s, Ru *ru) {
    i32 n_games[FIELD], scored[FIELD], moved[FIELD];
    memset(n_games, 0, size * sizeof *n_games), memset(scored, 0, size * sizeof *scored), memset(moved, 0, size * sizeof *moved);
    memset(ru, 0, size * sizeof *ru);
    for (int i = 0; i < games; i++) {
        int w = g[i].white, k = g[i].black;
        if (g[i].status || s[w].left || s[k].left) continue;
        n_games[w]++, n_games[k]++;
        scored[w] += g[i].half_points & 3, scored[k] += g[i].half_points >> 2;
    }
    i64 n = -1, r = 0, rar = 0, dpa = 0;
    for (int j = 0; j < size; j++) {
        if (!n_games[j]) continue;
        n++;
        if (e[j].shown > 0) r++, rar += e[j].shown, dpa += b->dp[half_up(scored[j] * 100, n_games[j] * 2)];
    }
    if (!r) return;
    i64 ra = half_up(rar * (n + 1) - dpa * n, r * (n + 1));
    for (int j = 0; j < size; j++)
        if (n_games[j] && !e[j].shown) ru[j].first = (i32)event_rating(b, ra, n_games[j], scored[j], n, 0, 0);
    for (int i = 0; i < games; i++) {
        int w = g[i].white, k = g[i].black;
        if (g[i].status || s[w].left || s[k].left) continue;
        i32 of_w = e[w].shown ? e[w].shown : ru[w].first, of_k = e[k].shown ? e[k].shown : ru[k].first;
        moved[w] += clip(of_k, of_w - b->limit, of_w + b->limit) - of_k;
        moved[k] += clip(of_w, of_k - b->limit, of_k + b->limit) - of_w;
    }
    for (int j = 0; j < size; j++)
        if (n_games[j] && !e[j].shown) {
            ru[j].rc_new = (i32)half_up(ra * n_games[j] + moved[j], n_games[j]);
            ru[j].second = (i32)event_rating(b, ru[j].rc_new, n_games[j], scored[j], n, 0, 0);
        }
}

/* Newcomers of one event: what they did, and whether it counts. Events come in order, so judging can follow at once. */
static void judge(const Book *b, const Entry *e, int size, const Game *g, int games, Seat *s, Ru *ru, int tabled,
                  u8 *states, const Event *event, Waiting *added, u64 *keys, i32 first_entry, i64 *counts) {
    i32 n_games[FIELD], scored[FIELD], met[FIELD];
    memset(n_games, 0, size * sizeof *n_games), memset(scored, 0, size * sizeof *scored), memset(met, 0, size * sizeof *met);
    static _Thread_local i32 theirs[MANY];                     /* listed without a branch: it could not be foreseen */
    int found = 0;
    for (int i = 0; i < games; i++) theirs[found] = i, found += (s[g[i].white].role | s[g[i].black].role) & !g[i].status;
    for (int at = 0; at < found; at++) {
        int i = theirs[at], w = g[i].white, k = g[i].black;
        if (s[w].role && (tabled || e[k].shown)) n_games[w]++, scored[w] += g[i].half_points & 3, met[w] += e[k].shown;
        if (s[k].role && (tabled || e[w].shown)) n_games[k]++, scored[k] += g[i].half_points >> 2, met[k] += e[w].shown;
    }
    if (tabled) cross_table(b, e, size, g, games, s, ru);
    for (int j = 0; j < size; j++) {
        if (e[j].role != NEWCOMER) continue;
        u64 key = (u64)(u32)e[j].player << 32 | 0xffffffffu;
        if (!e[j].status && n_games[j]) {
            i64 rating = tabled ? ru[j].second : event_rating(b, half_up(met[j], n_games[j]), n_games[j], scored[j], 0, 0, 0);
            u8 state = states[e[j].player];
            int games_ok = !b->event_games || (tabled && !b->games_in_robins) || n_games[j] >= b->event_games;
            int points_ok = scored[j] >= b->first_half_points, result_ok = rating >= b->least_result;
            int first_ok = games_ok && points_ok && result_ok;
            int before = state & (b->very_first ? SEEN : PASSED);
            int pooled = before ? games_ok || !b->every_event : first_ok;
            states[e[j].player] = state | SEEN | (first_ok ? PASSED : 0);
            s[j].verdict = pooled ? POOLED : !games_ok ? MINIMUM_EVENT_GAMES : !points_ok ? FIRST_EVENT : FIRST_RESULT;
            s[j].left = tabled && !before && scored[j] < b->opponents_from;
            if (pooled || (b->very_first && !before)) {
                Waiting *row = &added[counts[0]];
                *row = (Waiting){e[j].player, event->key, event->start, event->end, b->list, event->system, event->championship, 0, 0, first_entry + j};
                key = (u64)(u32)e[j].player << 32 | (u32)counts[0]++;
            }
        }
        keys[counts[1]++] = key;
    }
}

/* One side of a game that needs a look at everything. */
static void odd_side(const Book *b, const Entry *e, Seat *s, int side, int other, int tabled, u8 game_status, i32 points,
                     i64 row, const Ledger *l) {
    i16 met = s[other].meets, difference = 0, counted = 0; u8 expected = 0, status; i8 delta = 0;
    if (game_status) status = game_status, met = e[other].shown;
    else if (e[side].status) status = e[side].status, met = e[other].shown;
    else if (e[side].role == RATED && met) {
        status = COUNTED;
        difference = (i16)(s[side].own - met);
        counted = s[side].own >= b->exempt_from ? difference : (i16)clip(difference, -b->limit, b->limit);
        expected = b->expected[counted + SPAN];
        delta = (i8)(points * 50 - expected);
        s[side].sum += delta, s[side].met += s[side].own - counted;
    }
    else if (tabled && !s[side].left && s[other].left) status = FIRST_EVENT_OPPONENTS;
    else if (e[side].role == NEWCOMER && (tabled || met)) {
        status = s[side].verdict;
        if (status == POOLED) s[side].met += met;
    }
    else status = UNRATED_OPPONENT;
    if (status <= POOLED) s[side].games++, s[side].half_points += (u16)points;
    l->half_points[row] = (i8)points, l->own[row] = e[side].own, l->met[row] = met, l->difference[row] = difference;
    l->counted[row] = counted, l->expected[row] = expected, l->delta[row] = delta, l->status[row] = status;
}

static i32 month_index(i32 month) { return month / 100 * 12 + month % 100; }

static void sort_keys(u64 *keys, u64 *spare, i64 count, int bits) {
    for (int shift = 32; shift < 32 + bits; shift += 11) {      /* stable: the low half is in order already */
        u32 at[2049] = {0};
        for (i64 i = 0; i < count; i++) at[(keys[i] >> shift & 2047) + 1]++;
        for (int d = 0; d < 2048; d++) at[d + 1] += at[d];
        for (i64 i = 0; i < count; i++) spare[at[keys[i] >> shift & 2047]++] = keys[i];
        u64 *swap = keys; keys = spare; spare = swap;
    }
}   /* two passes of eleven bits: the result is back in `keys` */

static i32 until(const Book *b, i32 oldest) {
    i32 last = oldest + b->window, year = (last - 1) / 12, month = (last - 1) % 12 + 1, found = 0;
    for (int i = 0; i < b->month_count; i++) if (b->months[i] <= month) found = b->months[i];
    return found ? year * 100 + found : (year - 1) * 100 + b->months[b->month_count - 1];
}

/* Rows of one player go on waiting. */
static void wait_on(const Waiting *rows, i64 count, const Pool *out, i64 *made) {
    for (i64 i = 0; i < count; i++) {
        i64 to = made[1]++;
        out->player[to] = rows[i].player, out->key[to] = rows[i].key, out->start[to] = rows[i].start, out->end[to] = rows[i].end;
        out->list[to] = rows[i].list, out->system[to] = rows[i].system, out->championship[to] = rows[i].championship;
        out->games[to] = rows[i].games, out->half_points[to] = rows[i].half_points, out->met[to] = rows[i].met;
    }
}

/* One newcomer with his rows of the pool, old ones first; appends to firsts and to the next pool. */
static void first_sheet(const Book *b, const u8 *member, i32 player, const Waiting *rows, i64 count, const Firsts *f, const Pool *out, i64 *made) {
    i64 games = 0, half_points = 0, met = 0, n = 0; int championship = 0; i32 oldest = INT32_MAX;
    for (i64 i = 0; i < count; i++) {
        games += rows[i].games, half_points += rows[i].half_points, met += rows[i].met;
        championship |= rows[i].championship && b->championship_games && rows[i].games >= b->championship_games;
        i32 ended = month_index(rows[i].end / 100);
        if (rows[i].games && ended < oldest) oldest = ended;   /* a remembered event has no games, and no end */
    }
    if (count == 1 && b->scaled && rows[0].system >= ROUND_ROBIN) n = (games + rows[0].system - ROUND_ROBIN) / (rows[0].system - ROUND_ROBIN + 1);
    i64 ra_sum = met + (i64)b->added * b->added_rating, ra_games = games + b->added;
    i32 p = 0, dp = 0; i64 ru = 0;
    if (games) {
        i64 scored = half_points + b->added * b->added_half_points;
        ru = event_rating(b, half_up(ra_sum, ra_games), ra_games, scored, n, &p, &dp);
    }
    i64 rating = ru < b->maximum ? ru : b->maximum, needed = b->member_games && member[player] ? b->member_games : b->games;
    int enough = games >= needed || championship;
    int outcome = !enough ? PENDING : rating < b->floor ? BELOW_FLOOR : PUBLISHED;
    i64 at = made[0]++;
    f->player[at] = player, f->games[at] = (u16)games, f->half_points[at] = (u16)half_points, f->met[at] = (i32)met;
    f->ra_sum[at] = (i32)ra_sum, f->ra_games[at] = (u16)ra_games, f->p[at] = (u8)p, f->dp[at] = (i16)dp, f->ru[at] = (i16)ru;
    f->rating[at] = (i16)rating, f->outcome[at] = (u8)outcome;
    f->missing[at] = outcome == PENDING && needed > games ? (u16)(needed - games) : 0;
    f->until[at] = outcome != PUBLISHED && oldest < INT32_MAX ? until(b, oldest) : 0;
    if (outcome != PUBLISHED) wait_on(rows, count, out, made);
}

/* Rate the period. `made` receives the lengths of worksheets, firsts and the next pool. */
void rate(const Book *b, i64 players, const u8 *member, const Standing *roll, i64 events, const Event *event,
          const Entry *entries, const Game *games, i64 waiting, const Waiting *pool, const Scratch *scratch,
          const Ledger *l, const Lines *lines, const Worksheets *w, const Firsts *f, const Pool *next, i64 *made) {
    Total *totals = scratch->totals; u8 *states = scratch->states;
    static _Thread_local Seat s[FIELD];
    static _Thread_local Ru ru[FIELD];
    i64 counts[2] = {0, 0};                                     /* results added to the pool, newcomers' entries */
    i32 oldest = month_index(b->list) - b->window;

    memset(states, 0, players);
    for (i64 i = 0; i < waiting; i++)
        if ((u8)(roll[pool[i].player].state - 1) > 1) {
            int inside = month_index(pool[i].end / 100) >= oldest;
            if (inside || b->very_first) states[pool[i].player] |= SEEN;
            if (inside && pool[i].games) states[pool[i].player] |= PASSED;
        }

    for (i64 v = 0; v < events; v++) {
        const Entry *e = entries + event[v].entry; const Game *g = games + event[v].game;
        int size = event[v + 1].entry - event[v].entry, played = event[v + 1].game - event[v].game;
        int newcomers = 0, some_rated = 0, some_unrated = 0;
        for (int j = 0; j < size; j++) {
            __builtin_prefetch(&totals[e[j].player], 1);
            int newcomer = e[j].role == NEWCOMER, barred = e[j].status != 0;
            newcomers |= newcomer, some_rated |= e[j].shown > 0, some_unrated |= e[j].shown == 0;
            s[j] = (Seat){e[j].own, e[j].shown, e[j].role == RATED && !barred && e[j].shown, UNRATED_OPPONENT, 0, newcomer && !barred, 0, 0, 0, 0};
        }
        int tabled = b->robins && event[v].system >= ROUND_ROBIN && some_rated && some_unrated;
        if (newcomers) judge(b, e, size, g, played, s, ru, tabled, states, &event[v], scratch->added, scratch->keys, event[v].entry, counts);
        if (tabled) {
            cross_table(b, e, size, g, played, s, ru);
            for (int j = 0; j < size; j++) if (!e[j].shown) s[j].meets = (i16)(b->first_pass ? ru[j].first : ru[j].second);
        }
        i32 limit = b->limit, exempt = b->exempt_from;
        for (int i = 0; i < played; i++) {
            i32 at = event[v].game + i, a = g[i].white, k = g[i].black, of_a = g[i].half_points & 3, of_k = g[i].half_points >> 2;
            ((Two32 *)l->game)[at] = (Two32){at, at};
            ((Two32 *)l->entry)[at] = (Two32){event[v].entry + a, event[v].entry + k};
            ((Two32 *)l->opponent)[at] = (Two32){event[v].entry + k, event[v].entry + a};
            Seat *x = &s[a], *y = &s[k];
            if (__builtin_expect(x->counts & y->counts & !g[i].status, 1)) {    /* both rated, as almost always */
                i32 d = x->own - y->meets, d2 = y->own - x->meets;
                i32 c = x->own >= exempt ? d : clip(d, -limit, limit), c2 = y->own >= exempt ? d2 : clip(d2, -limit, limit);
                u8 want = b->expected[c + SPAN], want2 = b->expected[c2 + SPAN];
                i32 delta = of_a * 50 - want, delta2 = of_k * 50 - want2;
                ((Two8 *)l->half_points)[at] = (Two8){(u8)of_a, (u8)of_k};
                ((Two16 *)l->own)[at] = (Two16){x->own, y->own};
                ((Two16 *)l->met)[at] = (Two16){y->meets, x->meets};
                ((Two16 *)l->difference)[at] = (Two16){(i16)d, (i16)d2};
                ((Two16 *)l->counted)[at] = (Two16){(i16)c, (i16)c2};
                ((Two8 *)l->expected)[at] = (Two8){want, want2};
                ((Two8 *)l->delta)[at] = (Two8){(u8)delta, (u8)delta2};
                ((Two8 *)l->status)[at] = (Two8){COUNTED, COUNTED};
                x->sum += delta, x->met += x->own - c, x->games++, x->half_points += (u16)of_a;
                y->sum += delta2, y->met += y->own - c2, y->games++, y->half_points += (u16)of_k;
            } else {
                odd_side(b, e, s, a, k, tabled, g[i].status, of_a, 2 * (i64)at, l);
                odd_side(b, e, s, k, a, tabled, g[i].status, of_k, 2 * (i64)at + 1, l);
            }
        }
        for (int j = 0; j < size; j++) {
            i64 at = event[v].entry + j;
            lines->games[at] = s[j].games, lines->half_points[at] = s[j].half_points, lines->sum[at] = s[j].sum;
            int in_table = tabled && e[j].role == NEWCOMER;
            lines->met[at] = in_table ? s[j].games * ru[j].rc_new : s[j].met;
            lines->ru_first[at] = tabled ? (i16)ru[j].first : 0, lines->ru[at] = tabled ? (i16)ru[j].second : 0;
            lines->status[at] = e[j].status ? e[j].status : e[j].role == NEWCOMER ? s[j].verdict : COUNTED;
            if (e[j].role == RATED) {
                Total *t = &totals[e[j].player];
                t->sum += s[j].sum, t->games += s[j].games, t->half_points += s[j].half_points, t->late |= e[j].source == LATE;
            }
        }
    }

    i64 all = event[events].entry;
    for (i64 i = 0; i < all; i++) {
        __builtin_prefetch(&totals[entries[i + AHEAD < all ? i + AHEAD : i].player], 1);
        i32 k = 0, change = 0;
        if (entries[i].role == RATED && lines->games[i]) {
            Total *t = &totals[entries[i].player];
            k = entries[i].k;
            if (b->product && k * t->games > b->product) k = b->product / t->games;
            change = k * lines->sum[i], t->change += change;
        }
        lines->k[i] = (u8)k, lines->change[i] = change;
    }

    made[0] = made[1] = made[2] = 0;
    for (i64 i = 0; i < players; i++) {
        Total t = totals[i];
        if (!(t.games | t.late)) continue;
        totals[i] = (Total){0};
        if (!t.games) continue;
        i32 base = roll[i].rating, new = b->of_new_rating ? (i32)half_up(base * 100 + t.change, 100)
                                         : base + (i32)(b->away ? half_away(t.change, 100) : half_up(t.change, 100));
        i64 at = made[0]++;
        w->player[at] = (i32)i, w->base[at] = (i16)base, w->base_source[at] = t.late ? LATE : 0, w->games[at] = t.games;
        w->half_points[at] = t.half_points, w->sum[at] = t.sum, w->ceiling[at] = b->product ? (u16)(b->product / t.games) : 0;
        w->change[at] = t.change, w->rounded[at] = (i16)(new - base), w->new[at] = (i16)new;
        w->outcome[at] = new < b->floor ? DELISTED : roll[i].state == DELISTED_STATE ? RETURNED : CHANGED;
        if (new >= b->floor) states[i] |= 128;                  /* waits for no first rating */
    }

    for (i64 i = 0; i < counts[0]; i++) {
        Waiting *row = &scratch->added[i];
        i32 at = row->met;                                      /* the entry, until now */
        row->games = lines->games[at], row->half_points = lines->half_points[at], row->met = lines->met[at];
    }
    sort_keys(scratch->keys, scratch->other_keys, counts[1], 22);
    i64 old = 0, young = 0;
    Waiting rows[FIELD];
    while (old < waiting || young < counts[1]) {
        i32 one = old < waiting ? pool[old].player : INT32_MAX;
        i32 two = young < counts[1] ? (i32)(scratch->keys[young] >> 32) : INT32_MAX, player = one < two ? one : two;
        i64 count = 0, games = 0;
        Waiting first = {.player = -1};                        /* outside the window, and remembered for life */
        int listed = (u8)(roll[player].state - 1) <= 1;
        for (; old < waiting && pool[old].player == player; old++)
            if (month_index(pool[old].end / 100) >= oldest) rows[count++] = pool[old], games += pool[old].games;
            else if (first.player < 0 || pool[old].end > first.end || (pool[old].end == first.end && pool[old].key > first.key)) first = pool[old];
        if (!count && first.player >= 0 && b->very_first) first.games = first.half_points = 0, first.met = 0, rows[count++] = first;
        for (; young < counts[1] && (i32)(scratch->keys[young] >> 32) == player; young++)
            if ((u32)scratch->keys[young] != 0xffffffffu) rows[count++] = scratch->added[(u32)scratch->keys[young]];
        if (listed || states[player] & 128) continue;
        if (games || two == player) first_sheet(b, member, player, rows, count, f, next, made + 1);
        else wait_on(rows, count, next, made + 1);
    }
}

/* For replays: seat everybody with the rating on the list, in place. `late` stays with the entry. */
void seat(Entry *entries, i64 count, const Standing *roll) {
    for (i64 i = 0; i < count; i++) {
        __builtin_prefetch(&roll[entries[i + AHEAD < count ? i + AHEAD : i].player]);
        Standing at = roll[entries[i].player];
        int late = entries[i].source == LATE;
        entries[i].own = at.rating, entries[i].shown = late ? 0 : at.rating, entries[i].k = at.k;
        entries[i].role = at.rating > 0 ? RATED : NEWCOMER;
    }
}

/* For replays: put the new ratings on the list, in place, and the next pool where the pool is. */
void publish(Standing *roll, const i64 *made, const Worksheets *w, const Firsts *f, const Pool *next, Waiting *pool) {
    for (i64 i = 0; i < made[0]; i++) roll[w->player[i]].rating = w->new[i];
    for (i64 i = 0; i < made[1]; i++)
        if (f->outcome[i] == PUBLISHED) roll[f->player[i]] = (Standing){f->rating[i], 1, 40};
    for (i64 i = 0; i < made[2]; i++)
        pool[i] = (Waiting){next->player[i], next->key[i], next->start[i], next->end[i], next->list[i], next->system[i],
                            next->championship[i], next->games[i], next->half_points[i], next->met[i]};
}
