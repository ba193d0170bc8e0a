//! The caller's memory.

use std::{ptr::NonNull, slice};

use crate::status::Failure;

/// `count` values of the caller's; the pointer may be NULL when there are none.
///
/// # Safety
///
/// A pointer that is not NULL is one to `count` values that nobody writes during the call.
pub(crate) unsafe fn input<'a, T>(
    name: &'static str,
    pointer: *const T,
    count: usize,
) -> Result<&'a [T], Failure> {
    if count == 0 {
        return Ok(&[]);
    }
    if pointer.is_null() {
        return Err(Failure::Null(name));
    }
    // No object is larger, so this length lies.
    let most = isize::MAX.cast_unsigned() / size_of::<T>();
    if count > most {
        return Err(Failure::Length {
            name,
            found: count,
            expected: most,
        });
    }
    // SAFETY: not NULL, not too long, and the rest is the caller's promise.
    Ok(unsafe { slice::from_raw_parts(pointer, count) })
}

/// Room of the caller's for some values, written on success alone.
pub(crate) struct Out<T> {
    room: NonNull<T>,
    count: usize,
}

impl<T: Copy> Out<T> {
    /// For one value.
    ///
    /// # Safety
    ///
    /// As for [`Self::many`].
    pub(crate) unsafe fn one(name: &'static str, pointer: *mut T) -> Result<Self, Failure> {
        // SAFETY: the caller's promise.
        unsafe { Self::many(name, pointer, 1, 1) }
    }

    /// For `count` values, where there is room for `capacity`.
    ///
    /// # Safety
    ///
    /// A pointer that is not NULL has room for `capacity` values until [`Self::write`].
    pub(crate) unsafe fn many(
        name: &'static str,
        pointer: *mut T,
        capacity: usize,
        count: usize,
    ) -> Result<Self, Failure> {
        let room = NonNull::new(pointer).ok_or(Failure::Null(name))?;
        if capacity < count {
            return Err(Failure::Length {
                name,
                found: capacity,
                expected: count,
            });
        }
        Ok(Self { room, count })
    }

    pub(crate) fn write(self, values: &[T]) {
        assert_eq!(values.len(), self.count, "values for the room");
        let values = NonNull::from(values).cast();
        // SAFETY: there is room for as many, by the promise to `many`, and the values are ours.
        unsafe { self.room.copy_from_nonoverlapping(values, self.count) };
    }
}
